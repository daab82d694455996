import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { fakeApiServer, problemBody } from '../../test/api-server.ts';
import { renderPage, renderRoutes } from '../../test/render.tsx';
import { signIn, signOut } from '../../test/session-cookies.ts';
import ForgotPasswordPage from '../accounts/forgot-password-page.tsx';
import LoginPage from './login-page.tsx';

const server = fakeApiServer();
const loginPath = '/api/v1/identity/auth/credentials/login';

beforeEach(() =>
  server.on('get', '/api/v1/identity/auth/providers', { status: 200, body: { data: [], total: 0 } }),
);
afterEach(signOut);

async function fillIn(email: string, password: string) {
  if (email) await userEvent.type(screen.getByLabelText('E-mail address'), email);
  if (password) await userEvent.type(screen.getByLabelText('Password'), password);
  await userEvent.click(screen.getByRole('button', { name: 'Sign in' }));
}

it('signs in with remember on and continues to the return path', async () => {
  server.on('post', loginPath, () => {
    signIn();
    return { status: 200, body: { id: '5f0a7c10-0000-4000-8000-000000000002' } };
  });
  const router = renderPage(<LoginPage />, '/auth/login?returnTo=%2Fcompetitions%2Fgala%2Flive');
  await fillIn('mia@ringside.test', 'Ringside-1!');
  await waitFor(() => expect(router.state.location.pathname).toBe('/competitions/gala/live'));
  expect(server.calls(loginPath)).toMatchObject([
    { body: { email: 'mia@ringside.test', password: 'Ringside-1!', remember: true } },
  ]);
});

it('says that cookies are blocked when the browser keeps nothing of the sign-in', async () => {
  server.on('post', loginPath, { status: 200, body: { id: '5f0a7c10-0000-4000-8000-000000000002' } });
  renderPage(<LoginPage />, '/auth/login');
  await fillIn('mia@ringside.test', 'Ringside-1!');
  expect((await screen.findByRole('alert')).textContent).toContain('Allow cookies for this site');
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'E-mail address' }).value).toBe(
    'mia@ringside.test',
  );
});

it.each([
  ['/account/tickets', 'Sign in to see your tickets.'],
  ['/account/security', 'Sign in to see your account.'],
  ['/checkout?checkoutId=cs_1', 'Sign in to see your purchase.'],
])('says to somebody who comes from %s what the sign-in is for', (from, words) => {
  renderPage(<LoginPage />, `/auth/login?returnTo=${encodeURIComponent(from)}`);
  expect(screen.getByText(words)).toBeDefined();
});

it('ignores a return path to another site', async () => {
  signIn();
  const router = renderPage(<LoginPage />, '/auth/login?returnTo=%2F%2Fevil.test');
  await waitFor(() => expect(router.state.location.pathname).toBe('/'));
});

it('shows a wrong password above the form with the focus, and no toast', async () => {
  server.on('post', loginPath, {
    status: 401,
    body: problemBody({
      status: 401,
      type: '/problems/invalid-credentials',
      title: 'Unauthorized',
      detail: 'The e-mail address or the password is wrong.',
    }),
  });
  renderPage(<LoginPage />, '/auth/login');
  await fillIn('mia@ringside.test', 'wrong');
  const summary = await screen.findByRole('alert');
  expect(summary).toHaveProperty('textContent', 'The e-mail address or the password is wrong.');
  expect(document.activeElement).toBe(summary);
  expect(screen.queryByRole('status')).toBeNull();
});

it('names the missing fields without calling the server', async () => {
  renderPage(<LoginPage />, '/auth/login');
  await fillIn('', '');
  expect(screen.getByText('Enter your e-mail address.')).toBeDefined();
  expect(screen.getByText('Enter your password.')).toBeDefined();
  expect(server.calls(loginPath)).toHaveLength(0);
});

it('says that the server could not be reached', async () => {
  server.on('post', loginPath, () => Promise.reject(new TypeError('failed to fetch')));
  renderPage(<LoginPage />, '/auth/login');
  await fillIn('mia@ringside.test', 'Ringside-1!');
  expect((await screen.findByRole('alert')).textContent).toContain('An unknown error occurred.');
});

it('says why a viewer who has not signed out is here, until the next sign-in (34.5)', async () => {
  signIn({ refreshLeftMs: 5_000 });
  renderPage(<LoginPage />, '/auth/login?returnTo=%2Fcompetitions%2Fgala%2Flive');
  const notice = await screen.findByRole('status');
  expect(notice.textContent).toMatch(/^Your sign-in has ended\./);
  signIn();
  await waitFor(() => expect(screen.queryByRole('status')).toBeNull());
});

it('puts the focus into the first field, except where that opens a keyboard (34.9)', async () => {
  const { matchMedia } = window;
  renderPage(<LoginPage />, '/auth/login');
  expect(document.activeElement).toBe(document.body);
  cleanup();
  window.matchMedia = (query) => ({ ...matchMedia(query), matches: query.includes('pointer: fine') });
  renderPage(<LoginPage />, '/auth/login');
  expect(document.activeElement).toBe(screen.getByLabelText('E-mail address'));
  window.matchMedia = matchMedia;
});

it('hands the address and the way back on to "Forgot your password?"', async () => {
  const address = '/auth/login?returnTo=%2Fcompetitions%2Fgala%2Flive';
  const router = renderRoutes(
    [
      { path: '/auth/login', element: <LoginPage /> },
      { path: '/auth/forgot-password', element: <ForgotPasswordPage /> },
    ],
    address,
  );
  await userEvent.type(screen.getByLabelText('E-mail address'), 'mia@ringside.test');
  await userEvent.click(screen.getByRole('link', { name: 'Forgot your password?' }));
  expect(((await screen.findByLabelText('E-mail address')) as HTMLInputElement).value).toBe(
    'mia@ringside.test',
  );
  expect(router.state.location.search).not.toContain('mia');
  const back = screen.getByRole('link', { name: 'Back to sign in' });
  expect(back.getAttribute('href')).toBe(address);
  await userEvent.click(back);
  expect(((await screen.findByLabelText('Password')) as HTMLInputElement).value).toBe('');
  expect((screen.getByLabelText('E-mail address') as HTMLInputElement).value).toBe('mia@ringside.test');
});
