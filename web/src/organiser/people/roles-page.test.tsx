import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { fakeApiServer, problemBody } from '../../test/api-server.ts';
import { fakePermission, fakeRole, refused } from '../../test/fake-identity.ts';
import { renderPage } from '../../test/render.tsx';
import { signIn, signOut } from '../../test/session-cookies.ts';
import RolesPage from './roles-page.tsx';

const server = fakeApiServer();
const path = '/api/v1/identity/auth/access/roles';
const rolePath = '/api/v1/identity/auth/access/roles/{roleCode}';
const held = [
  'identity.auth.access:read',
  'identity.user:access_update',
  'identity.user:read',
  'identity.user:access_read',
];
const door = fakeRole('door-staff', ['identity.user:read']);

beforeEach(() => {
  server.on('get', '/api/v1/identity/auth/access/permissions', {
    status: 200,
    body: {
      data: ['event:read', 'identity.user:read', 'identity.user:access_read'].map(fakePermission),
      total: 3,
    },
  });
  roles(door);
});
afterEach(signOut);

function roles(...own: ReturnType<typeof fakeRole>[]) {
  const organiser = fakeRole('organiser', ['event:read'], { holders: 3 });
  server.on('get', path, { status: 200, body: { data: [...own, organiser], total: own.length + 1 } });
}

async function open(permissions = held) {
  signIn({ permissions });
  renderPage(<RolesPage />, '/admin/identity/roles');
  await screen.findByRole('heading', { name: 'Organiser' });
}

const card = (name: string) => {
  const [item] = screen
    .getAllByRole('listitem')
    .filter((each) => within(each).queryByRole('heading', { name }));
  return within(item as HTMLElement);
};

async function expectOnFields(scope: ReturnType<typeof within>, issues: Record<string, string>) {
  const summary = await scope.findByRole('alert');
  for (const detail of Object.values(issues)) {
    const link = within(summary).getByRole('link', { name: new RegExp(detail) });
    const field = document.getElementById(link.getAttribute('href')?.slice(1) ?? '');
    expect(field?.getAttribute('aria-invalid') ?? field?.getAttribute('data-error'), detail).toBe('true');
  }
}

it('shows what each role gives and who has it; the built-in ones are read only', async () => {
  await open();
  const organiser = card('Organiser');
  expect(organiser.getByText('Built in')).toBeDefined();
  expect(organiser.getByRole('link', { name: '3 users have it' }).getAttribute('href')).toBe(
    '/admin/identity/users?roleCode=organiser',
  );
  expect(organiser.queryByRole('button')).toBeNull();
  expect(card('Door staff').getByText('Allows identity.user:read')).toBeDefined();
  expect(card('Door staff').getByText('Nobody has it.')).toBeDefined();
});

it('creates a role; its short name follows the name until it is typed', async () => {
  await open();
  await userEvent.click(screen.getByRole('button', { name: 'Create a role' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Create a role' }));
  await userEvent.type(await dialog.findByRole('textbox', { name: 'Name' }), 'Kassa & Tür 2');
  expect(dialog.getByRole<HTMLInputElement>('textbox', { name: 'Short name' }).value).toBe('kassa-tur-2');
  expect(dialog.getByRole<HTMLInputElement>('checkbox', { name: 'May event:read' }).disabled).toBe(true);
  await userEvent.click(dialog.getByRole('checkbox', { name: 'May identity.user:read' }));
  const issues = {
    '/name': 'Name is wrong.',
    '/code': 'A role with this code exists already.',
    '/description': 'Description is wrong.',
    '/permissionCodes/0': 'You lost this permission.',
  };
  server.on('post', path, refused(issues));
  await userEvent.click(dialog.getByRole('button', { name: 'Create the role' }));
  await expectOnFields(dialog, issues);
  server.on('post', path, { status: 201, body: { id: 'kassa-tur-2' } });
  await userEvent.click(dialog.getByRole('button', { name: 'Create the role' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(
    server.calls(path).at(-2)?.body ?? server.calls(path).findLast(({ method }) => method === 'post')?.body,
  ).toEqual({
    name: 'Kassa & Tür 2',
    code: 'kassa-tur-2',
    description: null,
    permissionCodes: ['identity.user:read'],
  });
});

it('edits a role on top of what others have changed meanwhile, and lands its issues', async () => {
  server.on('get', rolePath, { status: 200, body: door, headers: { ETag: '"a"' } });
  await open();
  await userEvent.click(card('Door staff').getByRole('button', { name: 'Edit Door staff' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit Door staff' }));
  await userEvent.click(await dialog.findByRole('checkbox', { name: 'May identity.user:access_read' }));
  server.on('patch', rolePath, {
    status: 412,
    body: problemBody({ status: 412, type: '/problems/precondition-failed' }) as never,
  });
  const theirs = fakeRole('door-staff', ['event:read']);
  server.on('get', rolePath, { status: 200, body: theirs, headers: { ETag: '"b"' } });
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
  const choice = within(await screen.findByRole('dialog', { name: /Somebody else has saved/ }));
  expect(
    choice.getByRole('row', {
      name: 'Permissions May event:read May event:read, May identity.user:access_read',
    }),
  ).toBeDefined();
  const issues = {
    '/name': 'Name is wrong.',
    '/description': 'Text is wrong.',
    '/permissionCodes/1': 'Not yours.',
  };
  server.on('patch', rolePath, refused(issues));
  await userEvent.click(choice.getByRole('button', { name: 'Keep my changes' }));
  await expectOnFields(dialog, issues);
  const [first, call] = server.calls().filter(({ method }) => method === 'patch');
  expect(first?.headers.get('if-match')).toBe('"a"');
  expect(call?.headers.get('if-match')).toBe('"b"');
  expect(call?.path).toBe(`${path}/door-staff`);
  expect(call?.body).toEqual({ permissionCodes: ['event:read', 'identity.user:access_read'] });
});

it('deletes a role that nobody has, and says how many have it otherwise', async () => {
  await open();
  server.on('delete', rolePath, {
    status: 409,
    body: problemBody({
      status: 409,
      title: 'Conflict',
      detail: 'The role is held by 2; take it from them first.',
    }) as never,
  });
  roles({ ...door, holders: 2 });
  await userEvent.click(card('Door staff').getByRole('button', { name: 'Delete Door staff' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Continue' }));
  expect(await screen.findByText('The role is held by 2; take it from them first.')).toBeDefined();
  expect(await screen.findByText('To delete it, take it from the 2 users who have it.')).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Delete Door staff' })).toBeNull();
});

it('offers no change of a role that gives more than the caller holds, nor without the permission', async () => {
  roles(fakeRole('door-staff', ['event:read']));
  await open();
  expect(
    card('Door staff').getByText('It gives permissions that you do not hold: event:read.'),
  ).toBeDefined();
  expect(screen.queryByRole('button', { name: /Edit|Delete/ })).toBeNull();
});

it('only shows the roles to who may not change them', async () => {
  await open(['identity.auth.access:read']);
  expect(screen.queryByRole('button', { name: /Create|Edit|Delete/ })).toBeNull();
  expect(screen.queryByRole('link')).toBeNull();
});
