import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { api, connectSession } from '../../api/client.ts';
import { noteServerTime } from '../../clock.ts';
import { installNative, native } from '../../native.ts';
import { fakeApiServer, problemBody } from '../../test/api-server.ts';
import { sessionCookies, signIn, signOut } from '../../test/session-cookies.ts';
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
  expect(server.calls(refreshPath)).toMatchObject([
    { body: { remember: true, attempt: expect.stringMatching(/^(\d+-?){4}$/) } },
  ]);
  expect(session.state().isLoggedIn).toBe(true);
});

it('stays signed in on a device whose clock is three hours behind', async () => {
  const aheadMs = 3 * 3_600_000;
  const date = (offMs: number) => ({ Date: new Date(Date.now() + offMs).toUTCString() });
  const infoPath = '/api/v1/identity/auth/token/user-info';
  // By the server's clock the access token has just expired.
  signIn({ accessLeftMs: aheadMs - 1_000, refreshLeftMs: aheadMs + 3_600_000 });
  connectSession(session);
  const refused = problemBody({ status: 401, type: '/problems/unauthorized' });
  server.on('get', infoPath, { status: 401, body: refused as never, headers: date(aheadMs) });
  server.on('post', refreshPath, () => {
    signIn({ accessLeftMs: aheadMs + 600_000, refreshLeftMs: aheadMs + 3_600_000 });
    server.on('get', infoPath, { status: 200, body: {} as never, headers: date(aheadMs) });
    return { status: 200, body: { accessToken: token, identityToken: token, refreshToken: token } };
  });
  const { response } = await api.GET(infoPath);
  expect([response.status, session.state().isLoggedIn]).toEqual([200, true]);
  expect(server.calls(refreshPath)).toHaveLength(1);
  noteServerTime(new Headers(date(0)));
});

it('is that of the native shell, which forgets it with a sign-out', async () => {
  const browser = native();
  onTestFinished(() => installNative(browser));
  let kept = sessionCookies({ name: 'Kim de Wit' }).join('; ');
  let tellSignIn = () => {};
  installNative({
    ...browser,
    session: {
      readCookies: () => kept,
      forget: () => {
        kept = '';
      },
      onSignIn: (callback) => {
        tellSignIn = callback;
      },
    },
  });
  startSession();
  expect(session.state()).toMatchObject({ isLoggedIn: true, name: 'Kim de Wit' });
  expect(document.cookie).toBe('');
  server.on('get', '/api/v1/identity/auth/credentials/logout', { status: 204 });
  await session.logout();
  expect([kept, session.state().isLoggedIn]).toEqual(['', false]);
  kept = sessionCookies().join('; ');
  tellSignIn();
  expect(session.state().name).toBe('Mia Jansen');
});
