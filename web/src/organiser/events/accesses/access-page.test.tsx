import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { fakeApiServer, problemBody } from '../../../test/api-server.ts';
import { fakeAccess, fakeBlockId, fakeEvent } from '../../../test/fake-access.ts';
import { renderRoutes } from '../../../test/render.tsx';
import { signIn, signOut } from '../../../test/session-cookies.ts';
import { createAdminRoutes } from '../../admin-routes.tsx';

const server = fakeApiServer();
const path = '/api/v1/events/access/{accessId}';
const all = ['event:read', 'event:update', 'event:delete'];

beforeEach(() => {
  vi.spyOn(window, 'scrollTo').mockImplementation(() => {});
  signIn({ permissions: all });
  server.on('get', '/api/v1/identity/profile/second-factor', {
    status: 200,
    body: {
      authenticator: null,
      passkeys: 0,
      recoveryCodesLeft: 0,
      isRequired: false,
      isProved: false,
    } as never,
  });
  server.on('get', '/api/v1/events/{eventId}', { status: 200, body: fakeEvent });
});
afterEach(signOut);

async function open(access = fakeAccess('Mia Jansen')) {
  server.on('get', path, { status: 200, body: access, headers: { ETag: '"3"' } });
  const address = `/admin/access/${access.id}`;
  const router = renderRoutes(
    createAdminRoutes(() => address),
    address,
  );
  await screen.findByRole('heading', { name: access.user?.name ?? access.email ?? '' });
  return router;
}

const patched = () => server.calls().findLast(({ method }) => method === 'patch');

it('knows the preset of the stored window, and sends only what is changed', async () => {
  await open();
  expect(
    screen.getByRole<HTMLInputElement>('radio', { name: /Live and replay/ }).getAttribute('aria-checked'),
  ).toBe('true');
  server.on('patch', path, { status: 204, headers: { ETag: '"4"' } });
  await userEvent.click(screen.getByRole('radio', { name: /For ever/ }));
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(patched()?.body).toEqual({ endDate: null }));
  expect(patched()?.headers.get('if-match')).toBe('"3"');
});

it('changes to a block, whose end the presets then mean', async () => {
  await open();
  server.on('patch', path, { status: 204 });
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Block' }), fakeBlockId);
  await userEvent.click(screen.getByRole('radio', { name: /Live only/ }));
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(patched()?.body).toEqual({ blockId: fakeBlockId, endDate: '2090-11-21T22:00:00+00:00' }),
  );
});

it.each([
  ['blockId', 'Block', 'The event has no such block.'],
  ['startDate', /^From, day/, 'Must not be after the end.'],
  ['endDate', /^Until, day/, 'Must not be before the start.'],
])('puts an issue of %s on its field', async (field, label, detail) => {
  await open();
  server.on('patch', path, {
    status: 400,
    body: {
      ...problemBody({ status: 400, type: '/problems/validation-error', title: 'Validation Error' }),
      issues: [{ detail, pointer: `/${field}`, location: 'body' }],
    } as never,
  });
  await userEvent.click(screen.getByRole('radio', { name: /For ever/ }));
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  const summary = await screen.findByRole('alert');
  const input = screen.getByLabelText(label);
  expect(input.getAttribute('aria-invalid')).toBe('true');
  expect(within(summary).getByRole('link').getAttribute('href')).toBe(`#${input.id}`);
});

it('offers the choice of 412 with times in words', async () => {
  const access = fakeAccess('Mia Jansen');
  await open(access);
  server.on('patch', path, {
    status: 412,
    body: problemBody({ status: 412, type: '/problems/precondition-failed' }) as never,
  });
  const theirs = { ...access, endDate: '2090-11-21T22:30:00+00:00' };
  server.on('get', path, { status: 200, body: theirs, headers: { ETag: '"7"' } });
  await userEvent.click(screen.getByRole('radio', { name: /For ever/ }));
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  const dialog = await screen.findByRole('dialog', { name: /Somebody else has saved/ });
  expect(
    within(dialog).getByRole('row', { name: /Until Tue, 21 Nov 2090, 23:30 CET For ever/ }),
  ).toBeDefined();
  await userEvent.click(within(dialog).getByRole('button', { name: 'Take the stored version' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(screen.getByRole('radio', { name: /Live only/ }).getAttribute('aria-checked')).toBe('true');
});

it('asks before an unsaved change is lost', async () => {
  const router = await open();
  await userEvent.click(screen.getByRole('radio', { name: /For ever/ }));
  void router.navigate('/admin');
  expect(await screen.findByRole('dialog', { name: 'Leave without saving?' })).toBeDefined();
});

it('can be revoked, unless it was bought', async () => {
  const router = await open();
  server.on('delete', path, { status: 204 });
  server.on('get', '/api/v1/events/access', { status: 200, body: { data: [], total: 0 } });
  await userEvent.click(screen.getByRole('button', { name: 'Revoke' }));
  const dialog = await screen.findByRole('dialog', { name: 'Revoke 1 access?' });
  await userEvent.click(within(dialog).getByRole('button', { name: 'Continue' }));
  await waitFor(() => expect(router.state.location.pathname).toBe(`/admin/events/${fakeEvent.id}/access`));
});

it('says of a bought access that it stays', async () => {
  await open(fakeAccess('Bo Smit', { isPaid: true }));
  expect(screen.queryByRole('button', { name: 'Revoke' })).toBeNull();
  expect(screen.getByText(/Bought: it can be shortened/)).toBeDefined();
});
