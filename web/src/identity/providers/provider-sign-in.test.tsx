import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, onTestFinished, vi } from 'vitest';
import { installNative, native } from '../../native.ts';
import { fakeApiServer, problemBody } from '../../test/api-server.ts';
import { renderPage } from '../../test/render.tsx';
import LoginPage from '../sessions/login-page.tsx';
import { ProviderSignIn } from './provider-sign-in.tsx';

const server = fakeApiServer();
const listPath = '/api/v1/identity/auth/providers';
const authorizePath = '/api/v1/identity/auth/providers/{providerCode}/authorize';
const listed = (...names: string[]) =>
  server.on('get', listPath, {
    status: 200,
    body: {
      data: names.map((name) => ({ code: name.toLowerCase().replaceAll(' ', '-'), name, metadata: null })),
      total: names.length,
    },
  });
const unavailable = {
  status: 503 as const,
  body: problemBody({ status: 503, detail: 'The sign-in provider cannot be reached; try again soon.' }),
};

function show() {
  const leaveTo = vi.fn();
  renderPage(<ProviderSignIn returnTo="/auth/login?returnTo=%2Fcompetitions%2Fgala" leaveTo={leaveTo} />);
  return leaveTo;
}

it('goes to the provider with this page as the redirect URL', async () => {
  listed('Demo ID', 'Club ID');
  server.on('get', authorizePath, { status: 200, body: { url: 'https://id.test/authorize?state=x' } });
  const leaveTo = show();
  const button = await screen.findByRole('button', { name: 'Continue with Club ID' });
  await userEvent.click(button);
  await waitFor(() => expect(leaveTo).toHaveBeenCalledWith('https://id.test/authorize?state=x'));
  const [, call] = server.calls();
  expect(call?.path).toBe('/api/v1/identity/auth/providers/club-id/authorize');
  expect(call?.query.get('redirectUrl')).toBe(
    `${window.location.origin}/auth/login?returnTo=%2Fcompetitions%2Fgala`,
  );
  // The page is about to change; a second click would only begin another sign-in.
  for (const name of ['Continue with Club ID', 'Continue with Demo ID'])
    expect(screen.getByRole('button', { name })).toHaveProperty('disabled', true);
});

it('leaves it to the native app, and can be used again at once', async () => {
  listed('Demo ID');
  const browser = native();
  const signInAt = vi.fn(async () => {});
  installNative({ ...browser, signInAt });
  onTestFinished(() => installNative(browser));
  const leaveTo = show();
  const button = await screen.findByRole('button', { name: 'Continue with Demo ID' });
  await userEvent.click(button);
  expect(signInAt).toHaveBeenCalledExactlyOnceWith({
    code: 'demo-id',
    returnTo: '/auth/login?returnTo=%2Fcompetitions%2Fgala',
    isFresh: false,
  });
  expect(leaveTo).not.toHaveBeenCalled();
  expect(server.calls()).toHaveLength(1);
  expect(button).toHaveProperty('disabled', false);
});

it('says so when the app could not open the provider, and not when it could at the second try', async () => {
  listed('Demo ID');
  const browser = native();
  const signInAt = vi.fn(async () => {});
  signInAt.mockRejectedValueOnce(new Error('The keychain is locked.'));
  installNative({ ...browser, signInAt });
  onTestFinished(() => installNative(browser));
  show();
  const button = await screen.findByRole('button', { name: 'Continue with Demo ID' });
  await userEvent.click(button);
  expect((await screen.findByRole('alert')).textContent).toBe(
    'Demo ID could not be opened. Please try again.',
  );
  await userEvent.click(button);
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
  expect(signInAt).toHaveBeenCalledTimes(2);
});

it('can be used again after the Back button of the browser', async () => {
  listed('Demo ID');
  server.on('get', authorizePath, { status: 200, body: { url: 'https://id.test/' } });
  const leaveTo = show();
  const button = await screen.findByRole('button', { name: 'Continue with Demo ID' });
  await userEvent.click(button);
  await waitFor(() => expect(leaveTo).toHaveBeenCalledOnce());
  window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
  await waitFor(() => expect(button).toHaveProperty('disabled', false));
});

it('shows the problem when the provider cannot be reached, and stays on the page', async () => {
  listed('Demo ID');
  server.on('get', authorizePath, unavailable);
  const leaveTo = show();
  await userEvent.click(await screen.findByRole('button', { name: 'Continue with Demo ID' }));
  expect((await screen.findByRole('alert')).textContent).toBe(unavailable.body.detail);
  expect(leaveTo).not.toHaveBeenCalled();
  expect(screen.getByRole('button', { name: 'Continue with Demo ID' })).toHaveProperty('disabled', false);
});

it('shows nothing when there are no providers', async () => {
  listed();
  show();
  await waitFor(() => expect(server.calls()).toHaveLength(1));
  expect(screen.queryByRole('button')).toBeNull();
  expect(screen.queryByText('or')).toBeNull();
});

it('offers a retry when the providers could not be loaded', async () => {
  server.on('get', listPath, { status: 503, body: unavailable.body });
  show();
  const again = await screen.findByRole('button', { name: 'Try again' });
  listed('Demo ID');
  await userEvent.click(again);
  expect(await screen.findByRole('button', { name: 'Continue with Demo ID' })).toBeDefined();
});

it.each([
  ['access_denied', 'The sign-in was cancelled.'],
  ['account_exists', 'There is an account with this e-mail address already.'],
  ['account_linked', 'ask an administrator of this site to unlink the identity.'],
  ['email_missing', 'The provider did not tell us your e-mail address.'],
  ['provider_failed', 'The sign-in did not work.'],
  ['<img src=x>', 'The sign-in did not work.'],
])('explains the error %s above the form', async (error, title) => {
  listed('Demo ID');
  renderPage(<LoginPage />, `/auth/login?error=${encodeURIComponent(error)}`);
  const summary = await screen.findByRole('alert');
  expect(summary.textContent).toContain(title);
  expect(document.activeElement).toBe(summary);
});
