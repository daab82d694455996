import { onlineManager } from '@tanstack/react-query';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { fakeApiServer, problemBody, tokenRefused } from '../../test/api-server.ts';
import { renderPage } from '../../test/render.tsx';
import { signIn, signOut } from '../../test/session-cookies.ts';
import { session } from '../sessions/current-session.ts';
import VerifyEmailPage from './verify-email-page.tsx';

const server = fakeApiServer();
const verifyPath = '/api/v1/identity/auth/credentials/email-verification/confirm';
const againPath = '/api/v1/identity/auth/credentials/email-verification';
const page = '/auth/verify-email?token=abc-1';

afterEach(() => {
  vi.restoreAllMocks();
  onlineManager.setOnline(true);
  signOut();
  session.read();
});

const heading = (name: string) => screen.findByRole('heading', { name });

it('confirms once when it is opened, and removes the token from the address', async () => {
  server.on('post', verifyPath, { status: 204 });
  const router = renderPage(<VerifyEmailPage />, page);
  await heading('Your address is confirmed');
  await waitFor(() => expect(router.state.location.search).toBe(''));
  expect(server.calls(verifyPath)).toMatchObject([{ body: { token: 'abc-1' } }]);
  expect(server.calls(verifyPath)).toHaveLength(1);
  expect(screen.getByRole('link', { name: 'Sign in' })).toBeDefined();
});

it('shows that it is confirming', async () => {
  server.on('post', verifyPath, () => new Promise(() => {}));
  renderPage(<VerifyEmailPage />, page);
  expect(await heading('Confirming your address')).toBeDefined();
  expect(screen.getByRole('status').textContent).toBe('One moment please.');
});

it('links to the sign-in when the link has expired and nobody is signed in', async () => {
  server.on('post', verifyPath, tokenRefused);
  renderPage(<VerifyEmailPage />, page);
  await heading('This link no longer works');
  expect(screen.getByRole('link', { name: 'Sign in' })).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Send a new link' })).toBeNull();
});

it('sends a new link to a signed-in viewer', async () => {
  signIn();
  session.read();
  server.on('post', verifyPath, tokenRefused);
  server.on('post', againPath, { status: 204 });
  renderPage(<VerifyEmailPage />, page);
  await heading('This link no longer works');
  await userEvent.click(screen.getByRole('button', { name: 'Send a new link' }));
  expect(await heading('Check your mail')).toBeDefined();
});

it('reports success when the address was confirmed before', async () => {
  signIn();
  session.read();
  server.on('post', verifyPath, tokenRefused);
  server.on('post', againPath, {
    status: 409,
    body: problemBody({ status: 409, type: '/problems/conflict' }),
  });
  renderPage(<VerifyEmailPage />, page);
  await heading('This link no longer works');
  await userEvent.click(screen.getByRole('button', { name: 'Send a new link' }));
  expect(await heading('Your address is confirmed')).toBeDefined();
});

it.each([
  { isOnline: false, title: 'You are offline' },
  { isOnline: true, title: 'This could not be confirmed' },
])('retries with the same link: $title', async ({ isOnline, title }) => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(isOnline);
  onlineManager.setOnline(isOnline);
  server.on('post', verifyPath, () => Promise.reject(new TypeError('failed to fetch')));
  renderPage(<VerifyEmailPage />, page);
  await heading(title);
  server.on('post', verifyPath, { status: 204 });
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await heading('Your address is confirmed')).toBeDefined();
  expect(server.calls(verifyPath)).toMatchObject([
    { body: { token: 'abc-1' } },
    { body: { token: 'abc-1' } },
  ]);
});
