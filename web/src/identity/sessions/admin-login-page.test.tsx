import { screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { renderPage } from '../../test/render.tsx';
import { signIn, signOut } from '../../test/session-cookies.ts';
import AdminLoginPage from './admin-login-page.tsx';

afterEach(signOut);

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
