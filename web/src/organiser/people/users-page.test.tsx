import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { fakeApiServer, problemBody } from '../../test/api-server.ts';
import { fakeRole, fakeUser, refused } from '../../test/fake-identity.ts';
import { renderPage } from '../../test/render.tsx';
import { signIn, signOut } from '../../test/session-cookies.ts';
import UsersPage from './users-page.tsx';

const server = fakeApiServer();
const path = '/api/v1/identity/users';
const invitePath = '/api/v1/identity/invitations';
const noa = fakeUser('Noa Bakker', { emailVerified: false, invitedAt: '2026-11-20T10:00:00+00:00' });
const mia = fakeUser('Mia Jansen');
const manager = [
  'identity.user:read',
  'identity.user:create',
  'identity.user:access_read',
  'identity.user:access_update',
  'identity.auth.access:read',
];

beforeEach(() => {
  window.localStorage.clear();
  server.on('get', path, { status: 200, body: { data: [mia, noa], total: 2 } });
  server.on('get', '/api/v1/identity/auth/access/roles', {
    status: 200,
    body: {
      data: [fakeRole('organiser', ['event:read']), fakeRole('helper', ['identity.user:read'])],
      total: 2,
    },
  });
});
afterEach(signOut);

const lastQuery = () => server.calls(path).at(-1)?.query;
const lastFilter = () => JSON.parse(lastQuery()?.get('filter') ?? 'null');

async function openForm(permissions = manager) {
  signIn({ permissions });
  const router = renderPage(<UsersPage />, '/admin/identity/users');
  await userEvent.click(await screen.findByRole('button', { name: 'Add a user' }));
  const dialog = await screen.findByRole('dialog', { name: 'Add a user' });
  return { router, dialog };
}

async function fill(dialog: HTMLElement) {
  await userEvent.type(within(dialog).getByRole('textbox', { name: /First name/ }), 'Sam');
  await userEvent.type(within(dialog).getByRole('textbox', { name: /Last name/ }), 'Vos');
  await userEvent.type(within(dialog).getByRole('textbox', { name: /E-mail address/ }), 'sam@ringside.test');
}

it('lists users with the state of their address, searches and filters', async () => {
  signIn({ permissions: manager });
  renderPage(<UsersPage />, '/admin/identity/users?isInvited=yes&emailVerified=no');
  const row = await screen.findByRole('row', { name: /Noa Bakker/ });
  expect(within(row).getByText('Invited')).toBeDefined();
  expect(within(row).getByRole('link').getAttribute('href')).toBe(`/admin/identity/users/${noa.id}`);
  await screen.findByRole('option', { name: 'Helper' });
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Role' }), 'Helper');
  await userEvent.type(screen.getByRole('searchbox', { name: 'Name or e-mail address' }), 'noa');
  await waitFor(() => expect(lastQuery()?.get('q')).toBe('noa'));
  expect(lastFilter()).toEqual({
    roleCode: { eq: 'helper' },
    emailVerified: { eq: false },
    isInvited: { eq: true },
  });
});

it('offers neither the filter by role nor a new user without the permissions', async () => {
  signIn({ permissions: ['identity.user:read'] });
  renderPage(<UsersPage />, '/admin/identity/users?roleCode=helper');
  await screen.findByText('Mia Jansen');
  expect(screen.queryByRole('combobox', { name: 'Role' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Add a user' })).toBeNull();
  expect(lastFilter()).toBeNull();
});

it('invites a person with a role that the caller may give, and opens their page', async () => {
  const { router, dialog } = await openForm();
  server.on('post', invitePath, {
    status: 201,
    body: { id: noa.id },
    headers: { Location: `${path}/${noa.id}` },
  });
  await fill(dialog);
  const organiser = await within(dialog).findByRole<HTMLInputElement>('checkbox', { name: 'Organiser' });
  expect(organiser.disabled).toBe(true);
  expect(within(dialog).getByText(/You do not hold: event:read/)).toBeDefined();
  await userEvent.click(within(dialog).getByRole('checkbox', { name: 'Helper' }));
  await userEvent.click(within(dialog).getByRole('button', { name: 'Send the invitation' }));
  await waitFor(() => expect(router.state.location.pathname).toBe(`/admin/identity/users/${noa.id}`));
  expect(server.calls(invitePath)[0]?.body).toEqual({
    firstName: 'Sam',
    lastName: 'Vos',
    email: 'sam@ringside.test',
    middleName: null,
    phone: null,
    roleCodes: ['helper'],
  });
});

it('puts every issue of an invitation on its field', async () => {
  const { dialog } = await openForm();
  const issues = {
    '/firstName': 'First is wrong.',
    '/lastName': 'Last is wrong.',
    '/middleName': 'Middle is wrong.',
    '/email': 'Mail is wrong.',
    '/phone': 'Phone is wrong.',
    '/roleCodes/0': 'Role is wrong.',
  };
  server.on('post', invitePath, refused(issues));
  await fill(dialog);
  await userEvent.click(await within(dialog).findByRole('checkbox', { name: 'Helper' }));
  await userEvent.click(within(dialog).getByRole('button', { name: 'Send the invitation' }));
  const summary = await within(dialog).findByRole('alert');
  expect(document.activeElement).toBe(summary);
  for (const detail of Object.values(issues)) {
    const link = within(summary).getByRole('link', { name: new RegExp(detail) });
    const field = document.getElementById(link.getAttribute('href')?.slice(1) ?? '');
    expect(field, detail).not.toBeNull();
    expect(field?.getAttribute('aria-invalid') ?? field?.getAttribute('data-error'), detail).toBe('true');
  }
});

it('creates an account with a password, and puts its issue on the field', async () => {
  const { dialog } = await openForm(['identity.user:read', 'identity.user:create']);
  server.on('post', path, refused({ '/password': 'Must contain at least one number.' }));
  await userEvent.click(within(dialog).getByRole('radio', { name: 'With a password that I choose' }));
  await fill(dialog);
  const password = within(dialog).getByLabelText(/^Password/);
  await userEvent.type(password, 'Ringside!');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Create the user' }));
  await within(dialog).findByRole('link', { name: 'Password: Must contain at least one number.' });
  expect(password.getAttribute('aria-invalid')).toBe('true');
  expect(server.calls().at(-1)?.body).not.toHaveProperty('roleCodes');
});

it('asks before a half-filled form is closed, and shows an address that is taken', async () => {
  const { dialog } = await openForm();
  server.on('post', invitePath, {
    status: 409,
    body: {
      ...problemBody({ status: 409, type: '/problems/conflict', title: 'Conflict' }),
      issues: [
        {
          pointer: '/email',
          detail: 'An account with this e-mail address exists already.',
          location: 'body',
        },
      ],
    } as never,
  });
  await fill(dialog);
  await userEvent.click(within(dialog).getByRole('button', { name: 'Send the invitation' }));
  expect(await within(dialog).findByRole('link', { name: /exists already/ })).toBeDefined();
  await userEvent.click(within(dialog).getByRole('button', { name: 'Close' }));
  expect(await screen.findByRole('dialog', { name: 'Leave without saving?' })).toBeDefined();
});
