import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Link, Navigate } from 'react-router';
import { afterEach, expect, it } from 'vitest';
import { fakeApiServer, problemBody } from '../../test/api-server.ts';
import { renderRoutes } from '../../test/render.tsx';
import { signIn, signOut } from '../../test/session-cookies.ts';
import { session } from './current-session.ts';
import LogoutPage from './logout-page.tsx';

const server = fakeApiServer();
const logoutPath = '/api/v1/identity/auth/credentials/logout';
const routes = [
  { path: '/', element: <Link to="/auth/logout">Menu</Link> },
  { path: '/back', element: <Navigate to="/auth/logout" replace /> },
  { path: '/auth/logout', element: <LogoutPage /> },
];
const title = (name: string) => screen.findByRole('heading', { name });

afterEach(signOut);

it('calls the server, ignores its error and clears the cookies', async () => {
  server.on('get', logoutPath, { status: 503, body: problemBody({ status: 503 }) });
  signIn();
  renderRoutes(routes, '/');
  await userEvent.click(await screen.findByRole('link', { name: 'Menu' }));
  expect(await title('You are signed out')).toBeDefined();
  expect(server.calls(logoutPath)).toHaveLength(1);
  expect(session.state().isLoggedIn).toBe(false);
  expect(document.cookie).not.toContain('identityToken');
});

// A link of another site or of a text, and a return path of the sign-in page.
it.each(['/auth/logout', '/back'])(
  'asks a viewer who comes by %s before it signs them out (9.10)',
  async (from) => {
    server.on('get', logoutPath, { status: 204 });
    signIn();
    renderRoutes(routes, from);
    expect(await title('Sign out?')).toBeDefined();
    expect(server.calls(logoutPath)).toHaveLength(0);
    expect(session.state().isLoggedIn).toBe(true);
    await userEvent.click(screen.getByRole('button', { name: 'Sign out' }));
    expect(await title('You are signed out')).toBeDefined();
    expect(server.calls(logoutPath)).toHaveLength(1);
  },
);

it('asks nobody who is signed out already', async () => {
  server.on('get', logoutPath, { status: 204 });
  renderRoutes(routes, '/auth/logout');
  expect(await title('You are signed out')).toBeDefined();
});
