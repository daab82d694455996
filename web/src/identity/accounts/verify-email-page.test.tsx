import { onlineManager } from '@tanstack/react-query';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { fakeApiServer, problemBody, tokenRefused } from '../../test/api-server.ts';
import { renderPage } from '../../test/render.tsx';
import { signIn, signOut } from '../../test/session-cookies.ts';
import VerifyEmailPage from './verify-email-page.tsx';

const server = fakeApiServer();
const verifyPath = '/api/v1/identity/auth/credentials/email-verification/confirm';
const linkPath = '/api/v1/identity/auth/credentials/email-verification';
const page = '/auth/verify-email?token=abc-1';
const email = 'mia@ringside.test';

afterEach(() => {
  vi.restoreAllMocks();
  onlineManager.setOnline(true);
  signOut();
});

const heading = (name: string) => screen.findByRole('heading', { name });
const button = () => screen.findByRole('button', { name: 'Confirm this address' });
const wrongPassword = (detail: string) => ({
  status: 400 as const,
  body: { ...tokenRefused.body, issues: [{ detail, pointer: '/password', location: 'body' as const }] },
});

function openLink(isOwn: boolean) {
  server.on('get', linkPath, { status: 200, body: { email, isOwn, hasAccount: true } });
  return renderPage(<VerifyEmailPage />, page);
}

it('shows the address, removes the token from the address bar and confirms nothing by itself', async () => {
  const router = openLink(true);
  await button();
  expect(screen.getByText(email)).toBeDefined();
  await waitFor(() => expect(router.state.location.search).toBe(''));
  expect(server.calls(linkPath)[0]?.query.get('token')).toBe('abc-1');
  expect(server.calls(verifyPath)).toEqual([]);
});

it('asks the account that is signed in for one press', async () => {
  signIn({ email });
  server.on('post', verifyPath, { status: 204 });
  openLink(true);
  (await button()).focus();
  expect(screen.queryByLabelText('Password')).toBeNull();
  await userEvent.keyboard('{Enter}');
  await heading('Your address is confirmed');
  // They signed in with it before.
  expect(screen.queryByText(/From now on/)).toBeNull();
  expect(server.calls(verifyPath)).toMatchObject([{ body: { token: 'abc-1' } }]);
  expect(server.calls(verifyPath)[0]?.body).not.toHaveProperty('password');
  expect(screen.getByRole('link', { name: 'Continue' })).toBeDefined();
});

it('asks a visitor for the password, and offers a way without one', async () => {
  server.on('post', verifyPath, wrongPassword('This is not the password.'));
  openLink(false);
  await userEvent.click(await button());
  const field = screen.getByLabelText('Password');
  expect(field.getAttribute('aria-invalid')).toBe('true');
  expect(document.activeElement).toBe(field);
  expect(server.calls(verifyPath)).toEqual([]);
  expect(screen.getByRole('link', { name: 'choose a new password' }).getAttribute('href')).toBe(
    '/auth/forgot-password',
  );

  await userEvent.type(field, 'Wrong-1!{Enter}');
  expect((await screen.findByRole('alert')).textContent).toContain('This is not the password.');
  server.on('post', verifyPath, { status: 204 });
  await userEvent.clear(field);
  await userEvent.type(field, 'Ringside-2!{Enter}');
  await heading('Your address is confirmed');
  expect(server.calls(verifyPath).at(-1)?.body).toEqual({ token: 'abc-1', password: 'Ringside-2!' });
  expect(screen.getByRole('link', { name: 'Sign in' })).toBeDefined();
});

it('says who is signed in when the link belongs to another account', async () => {
  signIn({ email: 'sam@ringside.test' });
  openLink(false);
  await button();
  expect(screen.getByText('sam@ringside.test')).toBeDefined();
  expect(screen.getByText(/this link belongs to another account/)).toBeDefined();
  expect(screen.getByRole('link', { name: 'sign out' }).getAttribute('href')).toBe('/auth/logout');
  expect(screen.getByLabelText('Password')).toBeDefined();
});

it('says what a new address changes', async () => {
  signIn({ email: 'before@ringside.test' });
  server.on('post', verifyPath, { status: 204 });
  openLink(true);
  await userEvent.click(await button());
  expect(await screen.findByText(`Thank you. From now on you sign in with ${email}.`)).toBeDefined();
});

it('says that the end of an address is missing', async () => {
  renderPage(<VerifyEmailPage />, '/auth/verify-email');
  expect(await heading('This link is not complete')).toBeDefined();
});

it('asks for the password when the session has ended meanwhile', async () => {
  server.on('post', verifyPath, wrongPassword('Is required.'));
  openLink(true);
  await userEvent.click(await button());
  await userEvent.type(await screen.findByLabelText('Password'), 'Ringside-2!');
  server.on('post', verifyPath, { status: 204 });
  await userEvent.click(await button());
  await heading('Your address is confirmed');
});

it('says how long to wait after too many passwords', async () => {
  const detail = 'Too many attempts. Try again in 8 seconds.';
  server.on('post', verifyPath, {
    status: 429,
    body: problemBody({ status: 429, type: '/problems/too-many-requests', detail }),
  });
  openLink(false);
  await button();
  await userEvent.type(screen.getByLabelText('Password'), 'Wrong-1!{Enter}');
  expect((await screen.findByRole('alert')).textContent).toBe(detail);
});

it('shows that it is reading the link', async () => {
  server.on('get', linkPath, () => new Promise(() => {}));
  renderPage(<VerifyEmailPage />, page);
  expect(await heading('Confirm your address')).toBeDefined();
  expect(screen.getByRole('status').textContent).toBe('One moment please.');
});

it('links to the sign-in when the link has expired and nobody is signed in', async () => {
  server.on('get', linkPath, tokenRefused);
  renderPage(<VerifyEmailPage />, page);
  await heading('This link no longer works');
  expect(screen.getByRole('link', { name: 'Sign in' })).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Send a new link' })).toBeNull();
});

it('says so when the link expires before the press', async () => {
  server.on('post', verifyPath, tokenRefused);
  openLink(true);
  await userEvent.click(await button());
  expect(await heading('This link no longer works')).toBeDefined();
});

it('sends a new link to a signed-in viewer', async () => {
  signIn();
  server.on('get', linkPath, tokenRefused);
  server.on('post', linkPath, { status: 204 });
  renderPage(<VerifyEmailPage />, page);
  await heading('This link no longer works');
  await userEvent.click(screen.getByRole('button', { name: 'Send a new link' }));
  expect(await heading('Check your mail')).toBeDefined();
});

it('reports success when the address was confirmed before', async () => {
  signIn();
  server.on('get', linkPath, tokenRefused);
  server.on('post', linkPath, {
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
  { isOnline: true, title: 'The link could not be read' },
])('retries with the same link: $title', async ({ isOnline, title }) => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(isOnline);
  onlineManager.setOnline(isOnline);
  server.on('get', linkPath, () => Promise.reject(new TypeError('failed to fetch')));
  renderPage(<VerifyEmailPage />, page);
  await screen.findByRole('heading', { name: title });
  server.on('get', linkPath, { status: 200, body: { email, isOwn: true, hasAccount: true } });
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await button()).toBeDefined();
});

describe('the link of a receipt', () => {
  const block = '/competitions/rotterdam-rumble-7/main-card';
  const receipt = `${page}&returnTo=${encodeURIComponent(block)}`;
  const loginPath = '/api/v1/identity/auth/credentials/login';
  const registerPath = '/api/v1/identity/auth/credentials/register';
  const signsIn = () => {
    signIn({ email });
    return { status: 200, body: { tokens: null } } as never;
  };
  const open = (hasAccount: boolean) => {
    server.on('get', linkPath, { status: 200, body: { email, isOwn: false, hasAccount } });
    return renderPage(<VerifyEmailPage />, receipt);
  };

  it('signs in with the password that confirms the address, and leads to what was bought', async () => {
    server.on('post', verifyPath, { status: 204 });
    server.on('post', loginPath, signsIn);
    open(true);
    await button();
    expect(screen.getByRole('link', { name: 'choose a new password' }).getAttribute('href')).toBe(
      `/auth/forgot-password?returnTo=${encodeURIComponent(block)}`,
    );
    await userEvent.type(screen.getByLabelText('Password'), 'Right-1!{Enter}');
    await heading('Your address is confirmed');
    expect(screen.getByRole('link', { name: 'Continue' }).getAttribute('href')).toBe(block);
  });

  it('leads to the sign-in where a password is not enough', async () => {
    server.on('post', verifyPath, { status: 204 });
    server.on('post', loginPath, {
      status: 401,
      body: problemBody({ status: 401, type: '/problems/code-required' }),
    } as never);
    open(true);
    await button();
    await userEvent.type(screen.getByLabelText('Password'), 'Right-1!{Enter}');
    await heading('Your address is confirmed');
    expect(screen.getByRole('link', { name: 'Sign in' }).getAttribute('href')).toBe(
      `/auth/login?returnTo=${encodeURIComponent(block)}`,
    );
  });

  it('makes the account of an address that has none, with one password', async () => {
    server.on('post', registerPath, { status: 201, body: { id: 'mia-id' } } as never);
    server.on('post', loginPath, signsIn);
    const router = open(false);
    await heading('Paid. One thing is left');
    await userEvent.type(screen.getByLabelText('Password'), 'Round-seven-7!{Enter}');
    await waitFor(() => expect(router.state.location.pathname).toBe(block));
    expect(server.calls(registerPath)).toMatchObject([
      { body: { email, token: 'abc-1', password: 'Round-seven-7!', firstName: 'Mia' } },
    ]);
  });

  it('says that it no longer works when it was used meanwhile', async () => {
    server.on('post', registerPath, tokenRefused);
    open(false);
    await heading('Paid. One thing is left');
    await userEvent.type(screen.getByLabelText('Password'), 'Round-seven-7!{Enter}');
    await heading('This link no longer works');
  });
});
