import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import { fakeApiServer, problemBody, tokenRefused } from '../../test/api-server.ts';
import { refused } from '../../test/fake-identity.ts';
import { renderPage } from '../../test/render.tsx';
import AcceptInvitationPage from './accept-invitation-page.tsx';

const server = fakeApiServer();
const path = '/api/v1/identity/auth/credentials/invitation';
const acceptPath = '/api/v1/identity/auth/credentials/invitation/accept';
const address = '/auth/accept-invitation?token=secret';

beforeEach(() => {
  server.on('get', path, {
    status: 200,
    body: { email: 'noa@ringside.test', name: 'Noa Bakker', expiresAt: '2026-11-28T20:00:00+00:00' },
  });
});

async function choose(password: string) {
  await userEvent.type(await screen.findByLabelText('New password'), password);
  await userEvent.click(screen.getByRole('button', { name: 'Save the password' }));
}

it('says whom it invites, sets the password and leads to the sign-in', async () => {
  server.on('post', acceptPath, { status: 204 });
  const router = renderPage(<AcceptInvitationPage />, address);
  expect(await screen.findByRole('heading', { name: 'Welcome, Noa Bakker' })).toBeDefined();
  expect(router.state.location.search).toBe('');
  expect(server.calls(acceptPath)).toEqual([]);
  await choose('Counter-punch-23!');
  expect(await screen.findByRole('link', { name: 'Sign in' })).toBeDefined();
  expect(server.calls(acceptPath)).toMatchObject([
    { body: { token: 'secret', password: 'Counter-punch-23!' } },
  ]);
});

it('puts the issue of the server on the password', async () => {
  server.on('post', acceptPath, refused({ '/password': 'Must not be a common password.' }));
  renderPage(<AcceptInvitationPage />, address);
  await choose('Counter-punch-23!');
  const summary = await screen.findByRole('alert');
  expect(
    within(summary).getByRole('link', { name: 'New password: Must not be a common password.' }),
  ).toBeDefined();
  expect(screen.getByLabelText('New password').getAttribute('aria-invalid')).toBe('true');
});

it('says that the end of an address is missing', async () => {
  renderPage(<AcceptInvitationPage />, '/auth/accept-invitation');
  expect(await screen.findByRole('heading', { name: 'This link is not complete' })).toBeDefined();
});

it('refuses a link that was used or withdrawn, and says what helps', async () => {
  server.on('get', path, tokenRefused);
  renderPage(<AcceptInvitationPage />, '/auth/accept-invitation?token=used');
  expect(await screen.findByRole('heading', { name: 'This link no longer works' })).toBeDefined();
  expect(screen.getByText(/was withdrawn.*sign in with it.*ask whoever invited you/)).toBeDefined();
  // A new password by mail would make an account without what the invitation gave.
  expect(screen.getByRole('link').getAttribute('href')).toBe('/auth/login');
});

it('can be tried again after a fault', async () => {
  server.on('get', path, {
    status: 503,
    body: problemBody({ status: 503, detail: 'Try again soon.' }) as never,
  });
  renderPage(<AcceptInvitationPage />, address);
  expect(await screen.findByText('Try again soon.')).toBeDefined();
  expect(screen.getByRole('button', { name: 'Try again' })).toBeDefined();
});
