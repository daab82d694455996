import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { fakeApiServer, problemBody } from '../../test/api-server.ts';
import { renderPage, renderRoutes } from '../../test/render.tsx';
import { signIn, signOut } from '../../test/session-cookies.ts';
import RegisterPage from './register-page.tsx';

const server = fakeApiServer();
const registerPath = '/api/v1/identity/auth/credentials/register';
const loginPath = '/api/v1/identity/auth/credentials/login';
const id = '5f0a7c10-0000-4000-8000-000000000009';

beforeEach(() =>
  server.on('get', '/api/v1/identity/auth/providers', { status: 200, body: { data: [], total: 0 } }),
);
afterEach(signOut);

async function fillIn(values: { email?: string; password?: string } = {}) {
  await userEvent.type(screen.getByLabelText('E-mail address'), values.email ?? 'mia.jansen@ringside.test');
  await userEvent.type(screen.getByLabelText('Password'), values.password ?? 'Ringside-1!');
  await userEvent.click(screen.getByRole('button', { name: 'Create account' }));
}

it('creates the account, signs in and continues to the return path', async () => {
  server.on('post', registerPath, { status: 201, body: { id } });
  server.on('post', loginPath, () => {
    signIn();
    return { status: 200, body: { id } };
  });
  const router = renderPage(<RegisterPage />, '/auth/register?returnTo=%2Fcompetitions%2Fgala');
  await fillIn();
  await waitFor(() => expect(router.state.location.pathname).toBe('/competitions/gala'));
  expect(server.calls(registerPath)).toMatchObject([
    {
      body: {
        firstName: 'Mia',
        lastName: 'Jansen',
        email: 'mia.jansen@ringside.test',
        password: 'Ringside-1!',
      },
    },
  ]);
});

it('has the address that was given before, for example to buy', async () => {
  const page = { path: '/auth/register', element: <RegisterPage /> };
  const router = renderRoutes([{ path: '/checkout', element: <p>paid</p> }, page], '/checkout');
  await act(() => router.navigate('/auth/register', { state: { email: 'mia@ringside.test' } }));
  expect(screen.getByLabelText('E-mail address')).toHaveProperty('value', 'mia@ringside.test');
});

it('marks the password rules as met during typing', async () => {
  renderPage(<RegisterPage />, '/auth/register');
  const rule = () => screen.getByText('Must contain at least one number.').parentElement?.textContent;
  expect(rule()).toContain('Not met yet.');
  await userEvent.type(screen.getByLabelText('Password'), '7');
  expect(rule()).toContain('Met.');
  expect(rule()).not.toContain('Not met yet.');
});

it('says a broken rule once, in the list of rules', async () => {
  renderPage(<RegisterPage />, '/auth/register');
  await userEvent.type(screen.getByLabelText('Password'), 'Ringside-a');
  await userEvent.click(screen.getByRole('button', { name: 'Create account' }));
  expect(screen.getByLabelText('Password').getAttribute('aria-invalid')).toBe('true');
  expect(screen.getAllByText('Must contain at least one number.')).toHaveLength(1);
});

it('says during typing that a password is common, and sends nothing for it', async () => {
  renderPage(<RegisterPage />, '/auth/register');
  const rule = () => screen.getByText(/^Must not be a common password/).parentElement?.textContent;
  expect(rule()).toContain('Not met yet.');
  await userEvent.type(screen.getByLabelText('Password'), 'Ringside2026!');
  await waitFor(() => expect(rule()).toContain(' Met.'));
  await userEvent.clear(screen.getByLabelText('Password'));
  await userEvent.type(screen.getByLabelText('Password'), 'P@ssw0rd2026');
  expect(rule()).toContain('Not met yet.');
  expect(server.calls(registerPath)).toHaveLength(0);
});

it('does not send a password that breaks a rule', async () => {
  renderPage(<RegisterPage />, '/auth/register');
  await fillIn({ password: 'ringside-1!' });
  expect(screen.getByLabelText('Password').getAttribute('aria-invalid')).toBe('true');
  expect(server.calls(registerPath)).toHaveLength(0);
});

it('moves the focus to the first invalid field', async () => {
  renderPage(<RegisterPage />, '/auth/register');
  await userEvent.type(screen.getByLabelText('E-mail address'), 'mia@ringside.test');
  await userEvent.click(screen.getByRole('button', { name: 'Create account' }));
  expect(document.activeElement).toBe(screen.getByLabelText('Password'));
});

it('shows the issues of the server at their fields and in a summary with the focus', async () => {
  server.on('post', registerPath, {
    status: 400,
    body: {
      type: '/problems/validation-error',
      status: 400,
      title: 'Validation Error',
      detail: 'The request does not fit the contract.',
      issues: [
        { detail: 'Must be a valid e-mail address.', pointer: '/email', location: 'body' },
        { detail: 'Must be at most 255 characters long.', pointer: '/lastName', location: 'body' },
      ],
    },
  });
  renderPage(<RegisterPage />, '/auth/register');
  await fillIn();
  const summary = await screen.findByRole('alert');
  expect(document.activeElement).toBe(summary);
  const link = screen.getByRole('link', { name: 'E-mail address: Must be a valid e-mail address.' });
  expect(link.getAttribute('href')).toBe('#email');
  expect(screen.getByLabelText('E-mail address').getAttribute('aria-invalid')).toBe('true');
  expect(screen.getByText('Must be at most 255 characters long.')).toBeDefined();
});

it('asks to check the mail when the address already has an account', async () => {
  server.on('post', registerPath, { status: 201, body: { id } });
  server.on('post', loginPath, {
    status: 401,
    body: problemBody({
      status: 401,
      type: '/problems/invalid-credentials',
      title: 'Unauthorized',
      detail: 'The e-mail address or the password is wrong.',
    }),
  });
  renderPage(<RegisterPage />, '/auth/register');
  await fillIn();
  const message = await screen.findByRole('status');
  expect(message.textContent).toContain('We have written to mia.jansen@ringside.test.');
  expect(document.activeElement).toBe(message);
  expect(screen.queryByRole('alert')).toBeNull();
  const forgot = screen.getByRole('link', { name: 'Forgot your password?' });
  expect(forgot.getAttribute('href')).toBe('/auth/forgot-password');
});
