import { screen, waitFor } from '@testing-library/react';
import { useRouteError } from 'react-router';
import { afterEach, expect, it, vi } from 'vitest';
import { requirePermissions } from '../../organiser/admin-guard.ts';
import { renderRoutes } from '../../test/render.tsx';
import { signIn, signOut } from '../../test/session-cookies.ts';
import type { MissingPermission } from '../../ui/page/missing-permission.ts';
import { requireLogin } from './guards.tsx';

afterEach(signOut);

function Missing() {
  return <p>missing {(useRouteError() as MissingPermission).codes.join(',')}</p>;
}

const routes = [
  { path: '/account/tickets', loader: requireLogin, element: <p>tickets page</p> },
  {
    path: '/admin',
    loader: requirePermissions(['event:read', 'event:update']),
    element: <p>admin page</p>,
    ErrorBoundary: Missing,
  },
  { path: '*', element: <p>another page</p> },
];

it('redirects a visitor to the login page with the return path', async () => {
  const router = renderRoutes(routes, '/account/tickets?page=2');
  await waitFor(() => expect(router.state.location.pathname).toBe('/auth/login'));
  expect(new URLSearchParams(router.state.location.search).get('returnTo')).toBe('/account/tickets?page=2');
});

it('lets a signed-in viewer pass', async () => {
  signIn();
  renderRoutes(routes, '/account/tickets');
  expect(await screen.findByText('tickets page')).toBeDefined();
});

it('redirects the viewer when the session ends while the page is open', async () => {
  signIn();
  const router = renderRoutes(routes, '/account/tickets');
  await screen.findByText('tickets page');
  signOut();
  await router.revalidate();
  await waitFor(() => expect(router.state.location.pathname).toBe('/auth/login'));
});

it('sends a viewer without any permission of the admin area to its login page', async () => {
  signIn({ permissions: [] });
  const router = renderRoutes(routes, '/admin');
  await waitFor(() => expect(router.state.location.pathname).toBe('/admin/auth/login'));
});

it.each([['event:read'], ['identity.user:read']])(
  'requires every permission of a page: with %s alone it says which one is missing',
  async (held) => {
    vi.spyOn(console, 'error').mockImplementation(() => {});
    signIn({ permissions: [held] });
    renderRoutes(routes, '/admin');
    expect(await screen.findByText(/^missing event:update$|^missing event:read,event:update$/)).toBeDefined();
    expect(screen.queryByText('admin page')).toBeNull();
  },
);

it('opens the admin area to an account with all permissions', async () => {
  signIn({ permissions: ['event:read', 'event:update', 'event:delete'] });
  renderRoutes(routes, '/admin');
  expect(await screen.findByText('admin page')).toBeDefined();
});
