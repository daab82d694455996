import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { fakeApiServer } from '../../test/api-server.ts';
import { signIn, signOut } from '../../test/session-cookies.ts';
import { session, startSession } from './current-session.ts';

const server = fakeApiServer();
const refreshPath = '/api/v1/identity/auth/token/refresh';
const token = { value: 'x', expiresAt: '2026-11-20T20:00:00+00:00' };

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  signOut();
  vi.useRealTimers();
});

it('checks every 30 seconds and refreshes before the access token expires', async () => {
  server.on('post', refreshPath, () => {
    signIn();
    return { status: 200, body: { accessToken: token, identityToken: token, refreshToken: token } };
  });
  signIn({ accessLeftMs: 61_000 });
  startSession();
  await vi.advanceTimersByTimeAsync(30_000);
  expect(server.calls(refreshPath)).toHaveLength(0);
  await vi.advanceTimersByTimeAsync(30_000);
  expect(server.calls(refreshPath)).toMatchObject([{ body: { remember: true } }]);
  expect(session.state().isLoggedIn).toBe(true);
});
