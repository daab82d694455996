import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { noteServerTime } from '../../../clock.ts';
import { fakeApiServer, problemBody } from '../../../test/api-server.ts';
import { fakeAccess, fakeBlockId, fakeEvent, fakeEventId, waitingAccess } from '../../../test/fake-access.ts';
import { catchDownloads } from '../../../test/fake-downloads.ts';
import { renderRoutes } from '../../../test/render.tsx';
import { signIn, signOut } from '../../../test/session-cookies.ts';
import { createAdminRoutes } from '../../admin-routes.tsx';

const server = fakeApiServer();
const path = '/api/v1/events/access';
const onePath = '/api/v1/events/access/{accessId}';
const exportPath = '/api/v1/events/access/export';
const lastFilter = () => JSON.parse(server.calls(path).at(-1)?.query.get('filter') ?? 'null');
const all = ['event:read', 'event:create', 'event:update', 'event:delete'];

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

const mia = fakeAccess('Mia Jansen', { block: { name: 'Main card' }, blockId: fakeBlockId });
const bought = fakeAccess('Bo Smit', { isPaid: true, endDate: null });
const rows = [mia, bought, waitingAccess('noa@ringside.test')];

function open(address: string, data = rows) {
  server.on('get', path, { status: 200, body: { data, total: data.length } });
  return renderRoutes(
    createAdminRoutes(() => address),
    address,
  );
}

it('shows who may watch what, until when and why, each with a link', async () => {
  open('/admin/access');
  const row = await screen.findByRole('row', { name: /Mia Jansen/ });
  expect(row.textContent).toMatch(
    /mia\.jansen@ringside\.test.*Current.*Granted.*Rotterdam Rumble 7.*Main card/,
  );
  expect(within(row).getByRole('link').getAttribute('href')).toBe(`/admin/access/${mia.id}`);
  expect(screen.getByRole('row', { name: /Bo Smit/ }).textContent).toMatch(/Bought.*Whole event.*For ever/);
  const waiting = screen.getByRole('row', { name: /noa@ringside\.test/ });
  expect(waiting.textContent).toMatch(/Not confirmed yet.*Waiting/);
});

it('filters by person, state, event, kind and dates', async () => {
  const id = mia.userId as string;
  open(
    `/admin/access?user.name=mi&email=%25&state=waiting&event.name=rumble&blockId=block&userId=${id}&endDate=2026-11-01..`,
  );
  await screen.findByRole('row', { name: /Mia Jansen/ });
  expect(lastFilter()).toMatchObject({
    'user.name': { ilike: '%mi%' },
    email: { ilike: '%\\%%' },
    state: { eq: 'waiting' },
    'event.name': { ilike: '%rumble%' },
    blockId: { isNotNull: true },
    userId: { eq: id },
    endDate: { gte: expect.any(String) },
  });
  await userEvent.click(screen.getByRole('button', { name: 'One person: remove this filter' }));
  await waitFor(() => expect(lastFilter()).not.toHaveProperty('userId'));
});

it('knows the blocks of one event, and never leaves the event', async () => {
  open(`/admin/events/${fakeEventId}/access?blockId=${fakeBlockId}&eventId=${mia.id}`);
  await screen.findByRole('row', { name: /Mia Jansen/ });
  expect(lastFilter()).toEqual({ eventId: { eq: fakeEventId }, blockId: { eq: fakeBlockId } });
  expect(screen.getByRole('option', { name: 'Main card' })).toBeDefined();
  expect(screen.queryByRole('columnheader', { name: 'Event' })).toBeNull();
});

it('exports exactly what is filtered', async () => {
  const files = catchDownloads();
  open(`/admin/events/${fakeEventId}/access?state=current`);
  server.on('get', exportPath, {
    status: 200,
    body: 'email,eventId\r\n',
    headers: { 'content-type': 'text/csv', 'Content-Disposition': 'attachment; filename="accesses-x.csv"' },
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Export 3 accesses as CSV' }));
  await waitFor(() => expect(files.map(({ name }) => name)).toEqual(['accesses-x.csv']));
  expect(await files[0]?.content.text()).toBe('email,eventId\r\n');
  const [call] = server.calls(exportPath);
  expect(JSON.parse(call?.query.get('filter') ?? '')).toEqual(lastFilter());
});

it('revokes what is ticked, with its number; what was bought stays, and it says why', async () => {
  open('/admin/access');
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Select all on this page' }));
  const bar = screen.getByRole('region', { name: 'Selected rows' });
  expect(bar.textContent).toContain('3 accesses selected');
  await userEvent.click(within(bar).getByRole('button', { name: 'Revoke' }));
  const dialog = await screen.findByRole('dialog', { name: 'Revoke 2 accesses?' });
  expect(dialog.textContent).toContain('1 access was bought and stays');
  server.on('delete', onePath, ({ path: address }) =>
    address.endsWith(mia.id)
      ? { status: 204 }
      : { status: 503, body: problemBody({ status: 503 }) as never, headers: {} },
  );
  await userEvent.click(within(dialog).getByRole('button', { name: 'Continue' }));
  expect(await screen.findByText('1 access revoked')).toBeDefined();
  expect(screen.getByText(/1 access could not be revoked/)).toBeDefined();
  const deleted = server.calls().filter(({ method }) => method === 'delete');
  expect(deleted).toHaveLength(2);
});

it('changes the end of what is ticked, bought or not', async () => {
  open('/admin/access');
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Select all on this page' }));
  await userEvent.click(screen.getByRole('button', { name: 'Change the end' }));
  const dialog = await screen.findByRole('dialog', { name: 'Change the end of 3 accesses' });
  await userEvent.click(within(dialog).getByRole('radio', { name: 'Never' }));
  server.on('patch', onePath, ({ path: address }) =>
    address.endsWith(mia.id)
      ? { status: 409, body: problemBody({ status: 409, type: '/problems/conflict' }) as never }
      : { status: 204 },
  );
  await userEvent.click(within(dialog).getByRole('button', { name: 'Change 3 accesses' }));
  expect(await screen.findByText('2 accesses changed')).toBeDefined();
  expect(screen.getByText(/1 access could not be changed/)).toBeDefined();
  const bodies = server.calls().flatMap(({ method, body }) => (method === 'patch' ? [body] : []));
  expect(bodies).toEqual([{ endDate: null }, { endDate: null }, { endDate: null }]);
});

it("ends accesses now by the server's clock: the organiser's may be three hours ahead", async () => {
  const serverTime = (offMs: number) => ({ Date: new Date(Date.now() + offMs).toUTCString() });
  open('/admin/access');
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Select all on this page' }));
  await userEvent.click(screen.getByRole('button', { name: 'Change the end' }));
  const dialog = await screen.findByRole('dialog', { name: 'Change the end of 3 accesses' });
  await userEvent.click(within(dialog).getByRole('radio', { name: /^Now/ }));
  server.on('patch', onePath, { status: 204 });
  noteServerTime(new Headers(serverTime(-3 * 3_600_000)));
  await userEvent.click(within(dialog).getByRole('button', { name: 'Change 3 accesses' }));
  await screen.findByText('3 accesses changed');
  const body = server.calls().find(({ method }) => method === 'patch')?.body as { endDate: string };
  expect(Date.now() - Date.parse(body.endDate)).toBeGreaterThan(2.9 * 3_600_000);
  noteServerTime(new Headers(serverTime(0)));
});

it('does not offer what a user may not do', async () => {
  signIn({ permissions: ['event:read'] });
  open('/admin/access');
  await screen.findByRole('row', { name: /Mia Jansen/ });
  expect(screen.queryByRole('link', { name: 'Grant access' })).toBeNull();
  expect(screen.queryByRole('checkbox')).toBeNull();
});

it('offers to grant the first access', async () => {
  open(`/admin/events/${fakeEventId}/access`, []);
  expect(await screen.findByRole('heading', { name: 'Nobody has access yet' })).toBeDefined();
  const [link] = screen.getAllByRole('link', { name: 'Grant access' });
  expect(link?.getAttribute('href')).toBe(`/admin/access/new?event=${fakeEventId}`);
});
