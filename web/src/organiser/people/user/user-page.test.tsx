import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { fakeApiServer, problemBody } from '../../../test/api-server.ts';
import { fakePermission, fakeRole, fakeUser, refused } from '../../../test/fake-identity.ts';
import { renderRoutes } from '../../../test/render.tsx';
import { signIn, signOut } from '../../../test/session-cookies.ts';
import { createAdminRoutes } from '../../admin-routes.tsx';

const server = fakeApiServer();
const noa = fakeUser('Noa Bakker', { emailVerified: false, phone: '1' });
const address = `/admin/identity/users/${noa.id}`;
const userPath = '/api/v1/identity/users/{userId}';
const accessPath = '/api/v1/identity/users/{userId}/access';

const everything = [
  'event:read',
  'event:update',
  'identity.auth.access:read',
  'identity.user:access_read',
  'identity.user:access_update',
  'identity.user:create',
  'identity.user:delete',
  'identity.user:read',
];
const administrator = fakeRole('administrator', everything, { holders: 2 });
const viewer = fakeRole('viewer', []);

beforeEach(() => {
  vi.spyOn(window, 'scrollTo').mockImplementation(() => {});
  server.on('get', '/api/v1/identity/profile/second-factor', {
    status: 200,
    body: {
      authenticator: null,
      passkeys: 0,
      recoveryCodesLeft: 0,
      isFrozen: false,
      needsAllowance: false,
      isRequired: false,
      isProved: false,
    } as never,
  });
  server.on('get', userPath, { status: 200, body: noa });
  server.on('get', '/api/v1/identity/auth/access/roles', {
    status: 200,
    body: { data: [administrator, viewer], total: 2 },
  });
  server.on('get', '/api/v1/identity/auth/access/permissions', {
    status: 200,
    body: { data: ['event:read', 'event:create'].map(fakePermission), total: 2 },
  });
  server.on('get', '/api/v1/identity/users/{userId}/login-sessions', {
    status: 200,
    body: {
      data: [
        {
          id: 's1',
          deviceName: 'Firefox on Windows',
          createdAt: '2026-11-21T20:02:00+00:00',
          lastUsedAt: '2026-11-21T20:22:00+00:00',
          expiresAt: '2026-12-21T20:22:00+00:00',
          endsAt: '2027-02-19T20:02:00+00:00',
        },
      ],
      total: 1,
    },
  });
  server.on('get', '/api/v1/identity/users/{userId}/sign-in-ways', {
    status: 200,
    body: {
      hasPassword: true,
      passkeys: 1,
      authenticatorSince: null,
      recoveryCodesLeft: 0,
      isFrozen: false,
      needsAllowance: false,
      providers: [
        { name: 'Demo ID', issuer: 'urn:demo', createdAt: '2026-11-01T10:00:00+00:00', lastUsedAt: null },
      ],
    },
  });
  server.on('get', '/api/v1/events/access', { status: 200, body: { data: [], total: 12 } });
  server.on('get', '/api/v1/identity/audit', { status: 200, body: { data: [], total: 0 } });
  grants();
});
afterEach(signOut);

function grants(roles = [viewer], permissionCodes: string[] = []) {
  server.on('get', accessPath, {
    status: 200,
    body: { roles, permissions: permissionCodes.map(fakePermission) },
  });
}

async function open({ permissions = everything, userId = 'me' } = {}) {
  signIn({ permissions, userId });
  const router = renderRoutes(
    createAdminRoutes(() => address),
    address,
  );
  await screen.findByRole('heading', { name: 'Noa Bakker', level: 1 });
  return router;
}

const section = async (name: string) => within(await screen.findByRole('region', { name }));
const sent = (method: string) => server.calls().filter((call) => call.method === method);

async function expectOnFields(scope: ReturnType<typeof within>, issues: Record<string, string>) {
  const summary = await scope.findByRole('alert');
  for (const detail of Object.values(issues)) {
    const link = within(summary).getByRole('link', { name: new RegExp(detail) });
    const field = document.getElementById(link.getAttribute('href')?.slice(1) ?? '');
    expect(field?.getAttribute('aria-invalid') ?? field?.getAttribute('data-error'), detail).toBe('true');
  }
}

it('saves the details that were changed, and puts each issue on its field', async () => {
  await open();
  const details = await section('Details');
  await userEvent.clear(details.getByRole('textbox', { name: 'Phone number' }));
  const issues = {
    '/name': 'Name is wrong.',
    '/firstName': 'First is wrong.',
    '/middleName': 'Middle is wrong.',
    '/lastName': 'Last is wrong.',
    '/phone': 'Phone is wrong.',
  };
  server.on('patch', userPath, refused(issues));
  await userEvent.click(details.getByRole('button', { name: 'Save' }));
  await expectOnFields(details, issues);
  expect(sent('patch')[0]?.body).toEqual({ phone: null });
});

it('gives a role, and shows what others have changed meanwhile', async () => {
  await open();
  const access = await section('Roles and permissions');
  await userEvent.click(await access.findByRole('checkbox', { name: 'Administrator' }));
  grants([viewer], ['event:create']);
  server.on('patch', accessPath, { status: 204 });
  await userEvent.click(access.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(sent('patch')).toHaveLength(1));
  expect(sent('patch')[0]?.body).toEqual({ roleCodes: ['administrator', 'viewer'] });
  expect(await access.findByText('Single permissions: 1')).toBeDefined();
});

it('points each refused grant at its box', async () => {
  await open();
  const access = await section('Roles and permissions');
  await userEvent.click(await access.findByRole('checkbox', { name: 'Administrator' }));
  await userEvent.click(access.getByText('Single permissions: 0'));
  await userEvent.click(access.getByRole('checkbox', { name: 'May event:read' }));
  const issues = { '/roleCodes/0': 'You lose this role.', '/permissionCodes/0': 'You lose this permission.' };
  server.on('patch', accessPath, refused(issues));
  await userEvent.click(access.getByRole('button', { name: 'Save' }));
  await expectOnFields(access, issues);
});

it('does not offer what the caller may not give, and says why', async () => {
  await open({ permissions: everything.filter((code) => code !== 'event:update') });
  const access = await section('Roles and permissions');
  const box = await access.findByRole<HTMLInputElement>('checkbox', { name: 'Administrator' });
  expect(box.disabled).toBe(true);
  expect(access.getByText('You do not hold: event:update.')).toBeDefined();
});

it('lets nobody change a user who holds more, and says what', async () => {
  grants([], ['event:create']);
  await open();
  expect(await screen.findByText(/this user holds what you do not hold \(event:create\)/)).toBeDefined();
  const details = await section('Details');
  expect(details.queryByRole('textbox')).toBeNull();
  const signInWays = await section('Sign-in');
  await signInWays.findByText('1 passkey');
  for (const name of ['Set a password', 'Remove', 'Unlink', 'Confirm it myself'])
    expect(signInWays.queryByRole('button', { name })).toBeNull();
  expect(screen.queryByRole('region', { name: 'Delete the account' })).toBeNull();
});

it('keeps the last administrator', async () => {
  grants([administrator]);
  server.on('get', '/api/v1/identity/auth/access/roles', {
    status: 200,
    body: { data: [{ ...administrator, holders: 1 }, viewer], total: 2 },
  });
  await open();
  const access = await section('Roles and permissions');
  expect(await access.findByText('The last administrator has to stay.')).toBeDefined();
  const removal = await section('Delete the account');
  expect(removal.queryByRole('button')).toBeNull();
});

it.each([
  ['Confirm it myself', 'Sign-in', '/api/v1/identity/users/{userId}/email-verification', 'post'],
  ['Remove', 'Sign-in', '/api/v1/identity/users/{userId}/second-factor', 'delete'],
  ['Unlink', 'Sign-in', '/api/v1/identity/users/{userId}/provider-identities', 'delete'],
  ['Sign out everywhere', 'Devices', '/api/v1/identity/users/{userId}/login-sessions', 'delete'],
] as const)('asks before "%s", then calls once', async (name, region, path, method) => {
  await open();
  const scope = await section(region);
  server.on(method as 'delete', path as '/api/v1/identity/users/{userId}/second-factor', { status: 204 });
  await userEvent.click(await scope.findByRole('button', { name }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(sent(method)).toEqual([]);
  await userEvent.click(dialog.getByRole('button', { name: 'Continue' }));
  await waitFor(() => expect(sent(method)).toHaveLength(1));
});

it('sends the link again, and shows when a limit refuses it', async () => {
  await open();
  const scope = await section('Sign-in');
  server.on('post', '/api/v1/identity/users/{userId}/email-verification/mail', {
    status: 429,
    body: problemBody({
      status: 429,
      title: 'Too Many Requests',
      type: '/problems/too-many-requests',
    }) as never,
  });
  await userEvent.click(await scope.findByRole('button', { name: 'Send the link again' }));
  expect(await screen.findByText('Too Many Requests')).toBeDefined();
});

it('sets a password, and puts each broken rule on the field', async () => {
  await open();
  const scope = await section('Sign-in');
  await userEvent.click(await scope.findByRole('button', { name: 'Set a password' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Set the password of Noa Bakker' }));
  const issues = { '/password': 'Must not be a common password.' };
  server.on('patch', '/api/v1/identity/users/{userId}/password', refused(issues));
  await userEvent.type(dialog.getByLabelText('New password'), 'Password-1');
  await userEvent.click(dialog.getByRole('button', { name: 'Set the password' }));
  await expectOnFields(dialog, issues);
});

it('deletes an account after naming what goes with it', async () => {
  const router = await open();
  const scope = await section('Delete the account');
  await userEvent.click(scope.getByRole('button', { name: 'Delete' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Delete Noa Bakker?' }));
  expect(await dialog.findByText(/12 accesses to events/)).toBeDefined();
  expect(await dialog.findByText(/1 device signed out/)).toBeDefined();
  server.on('delete', userPath, { status: 204 });
  server.on('get', '/api/v1/identity/users', { status: 200, body: { data: [], total: 0 } });
  await userEvent.click(dialog.getByRole('button', { name: 'Delete the account' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/admin/identity/users'));
  expect(sent('delete')[0]?.query.get('confirm')).toBeNull();
});

it("needs a second word for one's own account", async () => {
  await open({ userId: noa.id });
  expect(screen.getByText('This is your own account.')).toBeDefined();
  const scope = await section('Delete the account');
  await userEvent.click(scope.getByRole('button', { name: 'Delete' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Delete your own account?' }));
  const button = dialog.getByRole<HTMLButtonElement>('button', { name: 'Delete the account' });
  expect(button.disabled).toBe(true);
  await userEvent.click(dialog.getByRole('checkbox'));
  server.on('delete', userPath, {
    status: 409,
    body: problemBody({
      status: 409,
      type: '/problems/conflict',
      detail: 'The last administrator has to stay.',
    }) as never,
  });
  await userEvent.click(button);
  expect(await dialog.findByText('The last administrator has to stay.')).toBeDefined();
  expect(sent('delete')[0]?.query.get('confirm')).toBe('own-account');
});

it('shows only what its reader may read', async () => {
  await open({ permissions: ['identity.user:read'] });
  expect(await screen.findByText('1 passkey')).toBeDefined();
  expect(screen.queryByRole('region', { name: 'Roles and permissions' })).toBeNull();
  expect(screen.queryByRole('region', { name: 'Accesses' })).toBeNull();
  expect(screen.queryByRole('button', { name: /Save|Delete|Remove|Unlink|Set/ })).toBeNull();
  expect(server.calls(accessPath as never)).toEqual([]);
});

it('says that there is no such user', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  server.on('get', userPath, {
    status: 404,
    body: problemBody({ status: 404, type: '/problems/not-found' }) as never,
  });
  signIn({ permissions: everything });
  renderRoutes(
    createAdminRoutes(() => address),
    address,
  );
  expect(await screen.findByRole('heading', { name: `Page Not Found: ${address}` })).toBeDefined();
});
