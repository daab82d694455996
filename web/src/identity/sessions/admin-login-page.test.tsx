import { screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { fakeApiServer } from '../../test/api-server.ts';
import { renderPage } from '../../test/render.tsx';
import { signIn, signOut } from '../../test/session-cookies.ts';
import AdminLoginPage from './admin-login-page.tsx';

const server = fakeApiServer();
afterEach(signOut);

it('offers the sign-in providers, says why one has failed, and offers no account that could not enter', async () => {
  server.on('get', '/api/v1/identity/auth/providers', {
    status: 200,
    body: { data: [{ code: 'club-id', name: 'Club ID', metadata: null }], total: 1 },
  });
  renderPage(<AdminLoginPage />, '/admin/auth/login?error=access_denied');
  expect(await screen.findByRole('button', { name: 'Continue with Club ID' })).toBeDefined();
  expect(screen.getByText('The sign-in was cancelled.')).toBeDefined();
  expect(screen.queryByRole('link', { name: /create/i })).toBeNull();
});

it('continues to the admin area when the account may open it', async () => {
  signIn({ permissions: ['event:read'] });
  const router = renderPage(<AdminLoginPage />, '/admin/auth/login');
  await waitFor(() => expect(router.state.location.pathname).toBe('/admin'));
});

it('shows an account without the permission its address, and offers another account', async () => {
  signIn({ email: 'viewer@ringside.test' });
  renderPage(<AdminLoginPage />, '/admin/auth/login');
  expect(await screen.findByText('viewer@ringside.test')).toBeDefined();
  expect(screen.getByRole('link', { name: 'Use another account' }).getAttribute('href')).toBe(
    '/admin/auth/logout',
  );
});
