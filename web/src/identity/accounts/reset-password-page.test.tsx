import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it } from 'vitest';
import { fakeApiServer, problemBody, tokenRefused } from '../../test/api-server.ts';
import { renderPage } from '../../test/render.tsx';
import { signOut } from '../../test/session-cookies.ts';
import ForgotPasswordPage from './forgot-password-page.tsx';
import ResetPasswordPage from './reset-password-page.tsx';

const server = fakeApiServer();
const askPath = '/api/v1/identity/auth/credentials/password-reset';
const resetPath = '/api/v1/identity/auth/credentials/password-reset/confirm';

afterEach(signOut);

async function save(password = 'Ringside-2!') {
  await userEvent.type(screen.getByLabelText('New password'), password);
  await userEvent.click(screen.getByRole('button', { name: 'Save the password' }));
}

it('requests the link and does not reveal whether the account exists', async () => {
  server.on('post', askPath, { status: 204 });
  renderPage(<ForgotPasswordPage />, '/auth/forgot-password');
  await userEvent.type(screen.getByLabelText('E-mail address'), 'mia@ringside.test{Enter}');
  const message = await screen.findByRole('status');
  expect(message.textContent).toContain(
    'If there is an account for mia@ringside.test, a link is on its way.',
  );
  expect(document.activeElement).toBe(message);
  expect(server.calls(askPath)).toMatchObject([{ body: { email: 'mia@ringside.test' } }]);
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(screen.getByLabelText('E-mail address')).toHaveProperty('value', 'mia@ringside.test');
});

it('shows the problem after too many attempts', async () => {
  const detail = 'Too many requests; try again later.';
  server.on('post', askPath, {
    status: 429,
    body: problemBody({ status: 429, type: '/problems/too-many-requests', detail }),
  });
  renderPage(<ForgotPasswordPage />, '/auth/forgot-password');
  await userEvent.type(screen.getByLabelText('E-mail address'), 'mia@ringside.test{Enter}');
  expect((await screen.findByRole('alert')).textContent).toBe(detail);
});

it('removes the token from the address, sends it with the password and links to the sign-in', async () => {
  server.on('post', resetPath, { status: 204 });
  const router = renderPage(<ResetPasswordPage />, '/auth/reset-password?token=abc-1');
  await waitFor(() => expect(router.state.location.search).toBe(''));
  await save();
  await screen.findByRole('heading', { name: 'Your password has changed' });
  expect(server.calls(resetPath)).toMatchObject([{ body: { token: 'abc-1', password: 'Ringside-2!' } }]);
  expect(screen.getByRole('link', { name: 'Sign in' }).getAttribute('href')).toBe('/auth/login');
});

it('does not send a password that breaks a rule', async () => {
  renderPage(<ResetPasswordPage />, '/auth/reset-password?token=abc-1');
  await save('weak');
  expect(screen.getByLabelText('New password').getAttribute('aria-invalid')).toBe('true');
  expect(server.calls()).toHaveLength(0);
});

it('offers a new link when this one has expired', async () => {
  server.on('post', resetPath, tokenRefused);
  renderPage(<ResetPasswordPage />, '/auth/reset-password?token=abc-1');
  await save();
  await screen.findByRole('heading', { name: 'This link no longer works' });
  expect(screen.getByRole('link', { name: 'Send a new link' }).getAttribute('href')).toBe(
    '/auth/forgot-password',
  );
});

it('says that the end of an address is missing', async () => {
  renderPage(<ResetPasswordPage />, '/auth/reset-password');
  expect(await screen.findByRole('heading', { name: 'This link is not complete' })).toBeDefined();
});

it('keeps the form when the server could not be reached', async () => {
  server.on('post', resetPath, () => Promise.reject(new TypeError('failed to fetch')));
  renderPage(<ResetPasswordPage />, '/auth/reset-password?token=abc-1');
  await save();
  expect((await screen.findByRole('alert')).textContent).toContain('could not be reached');
  server.on('post', resetPath, { status: 204 });
  await userEvent.click(screen.getByRole('button', { name: 'Save the password' }));
  expect(await screen.findByRole('heading', { name: 'Your password has changed' })).toBeDefined();
});
