import { screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { fakeApiServer, problemBody } from '../../test/api-server.ts';
import { renderPage } from '../../test/render.tsx';
import { signIn, signOut } from '../../test/session-cookies.ts';
import { session } from './current-session.ts';
import LogoutPage from './logout-page.tsx';

const server = fakeApiServer();
const logoutPath = '/api/v1/identity/auth/credentials/logout';

afterEach(signOut);

it('calls the server, ignores its error and clears the cookies', async () => {
  server.on('get', logoutPath, { status: 503, body: problemBody({ status: 503 }) });
  signIn();
  renderPage(<LogoutPage />, '/auth/logout');
  expect(await screen.findByRole('heading', { name: 'You are signed out' })).toBeDefined();
  expect(server.calls(logoutPath)).toHaveLength(1);
  expect(session.state().isLoggedIn).toBe(false);
  expect(document.cookie).not.toContain('identityToken');
});
