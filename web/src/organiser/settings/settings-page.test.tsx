import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { fakeApiServer, problemBody } from '../../test/api-server.ts';
import { renderRoutes } from '../../test/render.tsx';
import { signIn, signOut } from '../../test/session-cookies.ts';
import { siteTitle } from '../../ui/page/site-title.ts';
import { createAdminRoutes } from '../admin-routes.tsx';
import type { Settings, SystemState } from './settings.queries.ts';
import { labels } from './settings-labels.ts';

const server = fakeApiServer();
const path = '/api/v1/settings';
const systemPath = '/api/v1/settings/system';
const address = '/admin/settings';

const settings: Settings = {
  siteName: 'Ringside',
  supportEmail: 'support@x.test',
  refundPolicy: null,
  imprintUrl: null,
  privacyUrl: null,
  defaultTimezone: 'Europe/Amsterdam',
  confirmsResults: null,
};
const system: SystemState = {
  at: '2026-11-21T20:30:00+00:00',
  version: '0.1.0',
  adapters: [
    { kind: 'database', name: 'PostgreSQL 17.4', state: 'ok', detail: 'It answers.', lastError: null },
    {
      kind: 'mail',
      name: 'smtp://mail.x.test',
      state: 'failed',
      detail: '2 mails wait.',
      lastError: { at: '2026-11-21T20:29:00+00:00', detail: 'unreachable' },
    },
    {
      kind: 'payment',
      name: 'none',
      state: 'missing',
      detail: 'The shop is not built yet.',
      lastError: null,
    },
  ],
  backup: { lastAt: null, state: 'missing', detail: 'No backup is known.' },
  cleanUp: { lastAt: '2026-11-21T20:24:00+00:00', state: 'ok', detail: 'It runs.' },
  attempts: [
    {
      at: '2026-11-21T20:29:00+00:00',
      count: 3,
      network: '198.51.100.0/24',
      protocol: 'rtmp',
      program: null,
      refusal: 'wrong-key',
      detail: null,
    },
  ],
  links: [{ title: 'API reference', href: '/docs' }],
};

beforeEach(() => {
  vi.spyOn(window, 'scrollTo').mockImplementation(() => {});
  signIn({ email: 'admin@x.test', permissions: ['settings:read', 'settings:update'] });
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
  server.on('get', systemPath, { status: 200, body: system });
});
afterEach(signOut);

async function open() {
  server.on('get', path, { status: 200, body: settings, headers: { ETag: '"3"' } });
  const router = renderRoutes(
    createAdminRoutes(() => address),
    address,
  );
  return { router, name: await screen.findByRole<HTMLInputElement>('textbox', { name: labels.siteName }) };
}

const patched = () => server.calls().findLast(({ method }) => method === 'patch');

it('saves what was changed, empties as none, and shows the new title at once', async () => {
  const { name } = await open();
  server.on('patch', path, { status: 204, headers: { ETag: '"4"' } });
  await userEvent.clear(name);
  await userEvent.type(name, 'Fight Club');
  await userEvent.clear(screen.getByRole('textbox', { name: labels.supportEmail }));
  const zone = screen.getByRole('combobox', { name: labels.defaultTimezone });
  await userEvent.clear(zone);
  await userEvent.type(zone, 'tokyo');
  await userEvent.click(await screen.findByRole('option', { name: /Asia\/Tokyo/ }));
  await userEvent.selectOptions(screen.getByRole('combobox', { name: labels.confirmsResults }), 'Always');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(patched()?.headers.get('if-match')).toBe('"3"'));
  expect(patched()?.body).toEqual({
    siteName: 'Fight Club',
    supportEmail: null,
    defaultTimezone: 'Asia/Tokyo',
    confirmsResults: true,
  });
  await waitFor(() => expect(document.title).toBe('Settings · Fight Club'));
  siteTitle.set('Ringside');
});

it('puts each issue on its field', async () => {
  const { name } = await open();
  const fields = Object.keys(labels) as (keyof typeof labels)[];
  server.on('patch', path, {
    status: 400,
    body: {
      ...problemBody({ status: 400, type: '/problems/validation-error' }),
      issues: fields.map((field) => ({ detail: `Wrong ${field}.`, pointer: `/${field}`, location: 'body' })),
    } as never,
  });
  await userEvent.type(name, '!');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  const summary = await screen.findByRole('alert');
  for (const field of fields) {
    const input = screen.getByLabelText(labels[field]);
    expect(input.getAttribute('aria-invalid')).toBe('true');
    const link = within(summary).getByRole('link', { name: `${labels[field]}: Wrong ${field}.` });
    expect(link.getAttribute('href')).toBe(`#${input.id}`);
  }
});

it('offers the choice of 412, and guards what is not saved', async () => {
  const { router, name } = await open();
  await userEvent.type(name, '!');
  void router.navigate('/admin');
  const guard = await screen.findByRole('dialog', { name: 'Leave without saving?' });
  await userEvent.click(within(guard).getByRole('button', { name: 'Cancel' }));
  server.on('patch', path, {
    status: 412,
    body: problemBody({ status: 412, type: '/problems/precondition-failed' }) as never,
  });
  const theirs = { ...settings, siteName: 'Theirs' };
  server.on('get', path, { status: 200, body: theirs, headers: { ETag: '"7"' } });
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  const dialog = await screen.findByRole('dialog', { name: /Somebody else has saved/ });
  expect(within(dialog).getByRole('row', { name: `${labels.siteName} Theirs Ringside!` })).toBeDefined();
});

it('says that a proxy has changed the ETag when the refused version is the stored one', async () => {
  const { name } = await open();
  await userEvent.type(name, '!');
  server.on('patch', path, {
    status: 412,
    body: problemBody({ status: 412, type: '/problems/precondition-failed' }) as never,
  });
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  const dialog = await screen.findByRole('dialog', { name: 'It could not be saved' });
  expect(within(dialog).getByText(/such as a proxy, changes the ETag header/)).toBeDefined();
  await userEvent.click(within(dialog).getAllByRole('button', { name: 'Close' }).at(-1) as HTMLElement);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(name.value).toBe('Ringside!');
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Save' })));
});

it('saves behind a proxy that removes the ETag', async () => {
  server.on('get', path, { status: 200, body: settings, headers: {} });
  renderRoutes(
    createAdminRoutes(() => address),
    address,
  );
  server.on('patch', path, { status: 204, headers: {} });
  const name = await screen.findByRole('textbox', { name: labels.siteName });
  await userEvent.type(name, '!');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(patched()?.headers.get('if-match')).toBe('*'));
});

it('shows what works, what is missing and what failed last', async () => {
  await open();
  const item = async (title: string) =>
    (await screen.findByRole('heading', { name: title })).closest('li')?.textContent;
  expect(await item('Database')).toMatch(/Works.*PostgreSQL 17\.4.*It answers/);
  expect(await item('Mail')).toMatch(/Does not work.*2 mails wait.*Last failure.*unreachable/);
  expect(await item('Payment')).toContain('Not set up');
  expect(await item('Backup')).toContain('No backup is known.');
  expect(screen.getByText(/Ringside 0\.1\.0/)).toBeDefined();
  expect(screen.getByRole('link', { name: 'API reference' }).getAttribute('href')).toBe('/docs');
  expect(await screen.findByText(/Its key is wrong/)).toBeTruthy();
  expect(screen.getByText(/3 times, from 198\.51\.100\.0\/24, by RTMP/)).toBeTruthy();
});

it('sends a test mail, and shows the problem of one too many', async () => {
  await open();
  server.on('post', '/api/v1/settings/mail/test', { status: 204 });
  const button = await screen.findByRole('button', { name: 'Send a test mail to me' });
  await userEvent.click(button);
  expect(await screen.findByText(/To admin@x\.test/)).toBeDefined();
  server.on('post', '/api/v1/settings/mail/test', {
    status: 429,
    body: problemBody({
      status: 429,
      type: '/problems/too-many-requests',
      title: 'Too Many Requests',
    }) as never,
    headers: {},
  });
  await userEvent.click(button);
  expect(await screen.findByText('Too Many Requests')).toBeDefined();
});

it('shows users who may only read no form and no test mail', async () => {
  signIn({ permissions: ['settings:read'] });
  server.on('get', path, { status: 200, body: settings });
  renderRoutes(
    createAdminRoutes(() => address),
    address,
  );
  expect(await screen.findByText('support@x.test')).toBeDefined();
  await screen.findByRole('heading', { name: 'Mail' });
  expect(screen.queryByRole('textbox')).toBeNull();
  expect(screen.queryByRole('button', { name: 'Send a test mail to me' })).toBeNull();
});

it('offers a retry for each part by itself', async () => {
  server.on('get', systemPath, {
    status: 503,
    body: problemBody({ status: 503 }) as never,
    headers: {},
  });
  await open();
  const retry = await screen.findByRole('button', { name: 'Try again' });
  server.on('get', systemPath, { status: 200, body: system });
  await userEvent.click(retry);
  expect(await screen.findByRole('heading', { name: 'Database' })).toBeDefined();
});
