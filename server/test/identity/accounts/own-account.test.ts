/**
 * A user's own account and devices.
 *
 * @clocks apart
 */
import { afterEach, describe, expect, it } from 'vitest';
import { bearer, isSignedIn, registerAccount, sessionCookieNames, signIn } from '../../accounts.ts';
import { insertWatchable } from '../../factories.ts';
import { startApi } from '../../harness.ts';

const api = await startApi();
const profile = '/api/v1/identity/profile';
const sessions = '/api/v1/identity/auth/sessions';
const minute = 60_000;

afterEach(() => api.clock.reset());

describe('getProfile', () => {
  it('returns the account of the caller without its password', async () => {
    const account = await registerAccount(api);
    const { accessToken, cookies } = await signIn(api, account);
    for (const options of [{ headers: bearer(accessToken) }, { cookies }]) {
      const { status, body } = await api.request(`GET ${profile}`, options);
      expect(status).toBe(200);
      expect(body).toEqual({
        id: account.id,
        name: 'Robin de Vries',
        firstName: 'Robin',
        middleName: null,
        lastName: 'de Vries',
        email: account.email,
        emailVerified: false,
        invitedAt: null,
        phone: null,
        createdAt: expect.stringMatching(/\+00:00$/),
      });
    }
    expect((await api.request(`GET ${profile}`)).status).toBe(401);
  });
});

describe('the preferences', () => {
  const preferences = `${profile}/preferences`;

  it('are those of the account on all its devices, and of no other one', async () => {
    const [first, other] = [await api.signInAs(), await api.signInAs()];
    const second = await api.signInAs({ userId: first.userId });
    expect((await second.request(`GET ${preferences}`)).body).toEqual({ showsResults: false });
    const calls = Array.from({ length: 20 }, () =>
      first.request(`PUT ${preferences}`, { body: { showsResults: true } }),
    );
    expect(new Set((await Promise.all(calls)).map(({ status }) => status))).toEqual(new Set([204]));
    const { body, headers } = await second.request(`GET ${preferences}`);
    expect([body, headers['cache-control']]).toEqual([{ showsResults: true }, 'no-store']);
    expect((await other.request(`GET ${preferences}`)).body).toEqual({ showsResults: false });
  });

  it('take nothing but what they are', async () => {
    const { request } = await api.signInAs();
    for (const [status, body] of [
      [400, {}],
      [413, { showsResults: 'x'.repeat(20_000) }],
      [400, { showsResults: true, email: 'a@b.test' }],
    ] as const)
      expect((await request(`PUT ${preferences}`, { body })).status).toBe(status);
    expect((await request(`GET ${preferences}`)).body).toEqual({ showsResults: false });
    expect((await api.request(`GET ${preferences}`)).status).toBe(401);
  });
});

describe('updateProfile', () => {
  it('changes only the fields that are sent, and sets updated_at', async () => {
    const [{ request }, other] = [await api.signInAs(), await api.signInAs()];
    const before = (await request(`GET ${profile}`)).body;
    api.clock.stop();
    api.clock.advance(minute);
    const sent = { firstName: ' Robin ', middleName: 'van', phone: ' +31 10 123 ' };
    expect((await request(`PATCH ${profile}`, { body: sent })).status).toBe(204);
    const after = (await request(`GET ${profile}`)).body;
    expect(after).toEqual({ ...before, firstName: 'Robin', middleName: 'van', phone: '+31 10 123' });
    const { body: info } = await request('GET /api/v1/identity/auth/token/user-info');
    expect(info.updated_at).toBe(Math.floor(api.clock.now().getTime() / 1000));
    expect((await other.request(`GET ${profile}`)).body.firstName).toBe('Test');

    expect((await request(`PATCH ${profile}`, { body: { middleName: null, phone: '' } })).status).toBe(204);
    expect((await request(`GET ${profile}`)).body).toMatchObject({ middleName: null, phone: null });
  });

  it('changes nothing when nothing is sent', async () => {
    const { request } = await api.signInAs();
    const before = (await request('GET /api/v1/identity/auth/token/user-info')).body;
    api.clock.advance(minute);
    expect((await request(`PATCH ${profile}`, { body: {} })).status).toBe(204);
    expect((await request('GET /api/v1/identity/auth/token/user-info')).body).toEqual(before);
  });

  it('refuses fields that it cannot change, and lists every issue', async () => {
    const { request, userId } = await api.signInAs();
    const body = {
      firstName: ' ',
      lastName: null,
      phone: '0'.repeat(128),
      email: 'me@example.test',
      emailVerified: true,
      id: userId,
    };
    const answer = await request(`PATCH ${profile}`, { body });
    expect(answer.status).toBe(400);
    const pointers = answer.body.issues.map((issue: { pointer: string }) => issue.pointer);
    expect(new Set(pointers)).toEqual(
      new Set(['/firstName', '/lastName', '/phone', '/email', '/emailVerified', '/id']),
    );
    expect((await api.request(`PATCH ${profile}`, { body: {} })).status).toBe(401);
  });
});

describe('listLoginSessions', () => {
  it('lists the devices of the caller by name, the last used one first, and marks the current one', async () => {
    const account = await registerAccount(api);
    const agents = [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0',
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1',
    ];
    const [laptop, phone] = [
      await signIn(api, account, { headers: { 'user-agent': agents[0] ?? '' } }),
      await signIn(api, account, { headers: { 'user-agent': agents[1] ?? '' }, remember: false }),
    ];
    await signIn(api, await registerAccount(api));
    api.clock.advance(5 * minute);
    const refreshed = await api.request('POST /api/v1/identity/auth/token/refresh', {
      body: { refreshToken: laptop.refreshToken },
    });
    const { body } = await api.request(`GET ${sessions}`, { headers: bearer(phone.accessToken) });
    expect(body.total).toBe(2);
    expect(body.data).toMatchObject([
      { deviceName: 'Firefox on Windows', isCurrent: false },
      { deviceName: 'Safari on iPhone', isCurrent: true },
    ]);
    const [first, second] = body.data;
    const sameInstant = (a: string, b: string) => expect(Date.parse(a)).toBe(Date.parse(b));
    sameInstant(first.expiresAt, refreshed.body.refreshToken.expiresAt);
    expect(Date.parse(first.lastUsedAt) - Date.parse(first.createdAt)).toBeGreaterThanOrEqual(5 * minute);
    sameInstant(second.lastUsedAt, second.createdAt);
    sameInstant(second.expiresAt, phone.answer.body.tokens.refreshToken.expiresAt);
  });

  it('leaves out sessions that were signed out or have expired', async () => {
    const account = await registerAccount(api);
    const [gone, short] = [await signIn(api, account), await signIn(api, account, { remember: false })];
    const here = await signIn(api, account);
    await api.request('GET /api/v1/identity/auth/credentials/logout', { headers: bearer(gone.accessToken) });
    const list = async (token: string) =>
      (await api.request(`GET ${sessions}`, { headers: bearer(token) })).body.data.length;
    expect(await list(here.accessToken)).toBe(2);
    api.clock.advance(12 * 60 * minute);
    const { body } = await api.request('POST /api/v1/identity/auth/token/refresh', {
      body: { refreshToken: here.refreshToken },
    });
    expect(await list(body.accessToken.value)).toBe(1);
    expect(await isSignedIn(api, short.accessToken)).toBe(false);
  });
});

describe('endLoginSession', () => {
  const end = (id: string, options: Parameters<typeof api.request>[1]) =>
    api.request(`DELETE ${sessions}/${id}`, options);
  const idOf = async (accessToken: string) => {
    const { body } = await api.request(`GET ${sessions}`, { headers: bearer(accessToken) });
    return body.data.find((session: { isCurrent: boolean }) => session.isCurrent).id;
  };

  it('signs another device out, with its refresh tokens, and keeps the cookies of this one', async () => {
    const account = await registerAccount(api);
    const [here, there] = [await signIn(api, account), await signIn(api, account)];
    const id = await idOf(there.accessToken);
    const answer = await end(id.toUpperCase(), { cookies: here.cookies });
    expect(answer.status).toBe(204);
    // The others are known devices no more (18.4).
    expect(answer.cookies.map(({ name }) => name)).toEqual(['knownDevice']);
    expect(await isSignedIn(api, there.accessToken)).toBe(false);
    const { status } = await api.request('POST /api/v1/identity/auth/token/refresh', {
      body: { refreshToken: there.refreshToken },
    });
    expect(status).toBe(401);
    expect(await isSignedIn(api, here.accessToken)).toBe(true);
    expect((await end(id, { cookies: here.cookies })).status).toBe(404);
  });

  it('signs out the current session, and clears its cookies if it uses cookies', async () => {
    const account = await registerAccount(api);
    const [browser, app] = [await signIn(api, account), await signIn(api, account)];
    const byCookie = await end(await idOf(browser.accessToken), { cookies: browser.cookies });
    expect(byCookie.status).toBe(204);
    expect(byCookie.cookies.map(({ name }) => name).sort()).toEqual(sessionCookieNames);
    expect(byCookie.cookies.every(({ value, expires }) => value === '' && Number(expires) === 0)).toBe(true);
    expect(await isSignedIn(api, browser.accessToken)).toBe(false);

    const byToken = await end(await idOf(app.accessToken), { headers: bearer(app.accessToken) });
    expect(byToken.status).toBe(204);
    expect(byToken.cookies).toEqual([]);
    expect(await isSignedIn(api, app.accessToken)).toBe(false);
  });

  it("does not find another user's session and does not end it", async () => {
    const [mine, theirs] = [await api.signInAs(), await api.signInAs()];
    expect((await mine.request(`DELETE ${sessions}/${theirs.sessionId}`)).status).toBe(404);
    expect(await isSignedIn(api, theirs.accessToken)).toBe(true);
    expect((await mine.request(`DELETE ${sessions}/not-an-id`)).status).toBe(400);
    expect((await end(theirs.sessionId, {})).status).toBe(401);
  });

  it('ends the playback session of the device, so that another device can watch', async () => {
    const { signedUrlPath } = await insertWatchable(api.db);
    const tv = await api.signInAs();
    const here = await api.signInAs({ userId: tv.userId });
    const { body } = await tv.request(`GET ${signedUrlPath}`);
    expect((await api.request(`GET ${new URL(body.url).pathname}`)).status).toBe(200);
    expect((await here.request('GET /api/v1/playback/sessions')).body.total).toBe(1);

    expect((await here.request(`DELETE ${sessions}/${tv.sessionId}`)).status).toBe(204);
    await api.heardChanges();
    expect((await api.request(`GET ${new URL(body.url).pathname}`)).status).toBe(403);
    expect((await tv.request(`POST /api/v1/playback/sessions/${body.playbackSessionId}/ping`)).status).toBe(
      401,
    );
    expect((await here.request('GET /api/v1/playback/sessions')).body.total).toBe(0);
  });
});
