/**
 * Pages of other origins: native apps call with bearer tokens, nobody else reads anything (docs/product.md, section 40).
 *
 * @engine one
 */
import { describe, expect, it } from 'vitest';
import { noApps } from '../../src/config-apps.ts';
import { contractOperations } from '../../src/contract/document.ts';
import { bearer, isSignedIn, password, registerAccount, registration, signIn } from '../accounts.ts';
import { insertPicture, insertWatchable } from '../factories.ts';
import { startApi } from '../harness.ts';
import { insertOwner, loginOptions, loginPath } from '../identity/passkeys/passkey-owner.ts';
import { follow } from '../streams/follow.ts';

const [android, ios] = ['https://localhost', 'capacitor://localhost'];
const partner = 'https://partner.test';
const api = await startApi({
  allowedOrigins: [partner],
  apps: { ...noApps, origins: [android, ios] },
});
const withoutApps = await startApi();

const [auth, list] = ['/api/v1/identity/auth', '/api/v1/kickboxing/competitions'];
/** As a browser sends it from a page of an app. */
const from = (origin: string) => ({ origin, 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'cors' });
const preflight = (url: string, origin: string, to = api) =>
  to.app.inject({
    method: 'OPTIONS',
    url,
    headers: {
      ...from(origin),
      'access-control-request-method': 'PATCH',
      'access-control-request-headers': 'authorization,content-type,if-match',
    },
  });
const listOf = (value: unknown) => String(value).split(', ');
const allowing = (headers: object) => Object.keys(headers).filter((name) => /^access-control/.test(name));

/** Origins that look like the origin of an app, but are not one. */
const strangers = [
  'null',
  'https://localhost.evil.test',
  'https://evil.test',
  'https://localhost:1',
  'https://localhost:443',
  'http://localhost',
  'HTTPS://LOCALHOST',
  'Capacitor://localhost',
  'capacitor://localhost/',
  'https://localhost/',
  'https://localhost, capacitor://localhost',
  'capacitor://',
  '*',
  'https://user@localhost',
  `https://localhost${'a'.repeat(8_000)}`,
  'https://ⅼocalhost',
  partner,
];

describe.each([android, ios])('a page of the app at %s', (origin) => {
  it('asks once in two hours, for all that the contract names', async () => {
    const { statusCode, headers, body } = await preflight(`${list}/anything`, origin);
    expect([statusCode, body]).toEqual([204, '']);
    expect(headers).toMatchObject({
      'access-control-allow-origin': origin,
      'access-control-max-age': '7200',
      vary: 'Origin',
    });
    expect(headers['access-control-allow-credentials']).toBeUndefined();
    const methods = [...contractOperations.map(({ method }) => method), 'HEAD'];
    expect(listOf(headers['access-control-allow-methods']).toSorted()).toEqual(
      [...new Set(methods)].toSorted(),
    );
    expect(listOf(headers['access-control-allow-headers'])).toEqual([
      'Authorization',
      'Content-Type',
      'Checkout-Key',
      'If-Match',
      'If-None-Match',
      'Last-Event-ID',
    ]);
  });

  it('reads every answer, refusals too, with the headers that clients need', async () => {
    for (const [target, status] of [
      [`GET ${list}`, 200],
      [`HEAD ${list}`, 200],
      [`GET ${list}?nope=1`, 400],
      ['GET /api/v1/events', 401],
      ['GET /api/v1/nope', 404],
      [`POST ${list}`, 404],
    ] as const) {
      const answer = await api.request(target, { headers: from(origin) });
      expect([target, answer.status]).toEqual([target, status]);
      expect(answer.headers).toMatchObject({ 'access-control-allow-origin': origin, vary: 'Origin' });
      expect(listOf(answer.headers['access-control-expose-headers'])).toEqual(
        expect.arrayContaining(['Date', 'ETag', 'Location', 'Retry-After', 'Content-Disposition']),
      );
      expect(listOf(answer.headers['access-control-expose-headers'])).not.toContain('Set-Cookie');
      expect(answer.headers['access-control-allow-credentials']).toBeUndefined();
    }
  });

  it('registers, signs in, refreshes and signs out with tokens alone', async () => {
    const headers = from(origin);
    const account = registration();
    const registered = await api.request(`POST ${auth}/credentials/register`, { headers, body: account });
    expect(registered.status).toBe(201);
    const login = await api.request(`POST ${auth}/credentials/login?includeTokens=true`, {
      headers,
      body: { email: account.email, password },
    });
    expect([login.status, login.headers['set-cookie']]).toEqual([200, undefined]);
    const { accessToken, refreshToken } = login.body.tokens;
    expect(await isSignedIn(api, accessToken.value)).toBe(true);

    const refreshed = await api.request(`POST ${auth}/token/refresh`, {
      headers,
      body: { refreshToken: refreshToken.value },
    });
    expect([refreshed.status, refreshed.headers['set-cookie']]).toEqual([200, undefined]);
    const token = refreshed.body.accessToken.value;
    const again = await api.request(`POST ${auth}/token/refresh`, {
      headers: { ...headers, ...bearer(token) },
      body: { refreshToken: refreshed.body.refreshToken.value, remember: false },
    });
    expect([again.status, again.headers['set-cookie']]).toEqual([200, undefined]);

    const out = await api.request(`GET ${auth}/credentials/logout`, {
      headers: { ...headers, ...bearer(again.body.accessToken.value) },
    });
    expect([out.status, out.headers['set-cookie']]).toEqual([204, undefined]);
    expect(await isSignedIn(api, token)).toBe(false);
  });

  it('signs in with a passkey, and gets no cookie', async () => {
    const { key, device } = await insertOwner(api);
    const headers = from(origin);
    const response = key.get(await loginOptions(api.request, { headers }));
    const login = await api.request(`POST ${loginPath}?includeTokens=true`, { headers, body: { response } });
    expect(login).toMatchObject({ status: 200, body: { id: device.userId } });
    expect(login.headers['set-cookie']).toBeUndefined();
    expect(await isSignedIn(api, login.body.tokens.accessToken.value)).toBe(true);
  });

  it('watches: signed address, ping, and an open event stream', async () => {
    const { eventId, signedUrlPath } = await insertWatchable(api.db);
    const { accessToken } = await signIn(api, await registerAccount(api));
    const headers = { ...from(origin), ...bearer(accessToken) };
    const signed = await api.request(`GET ${signedUrlPath}`, { headers });
    expect(signed.status).toBe(200);
    const { playbackSessionId } = signed.body;
    const ping = await api.request(`POST /api/v1/playback/sessions/${playbackSessionId}/ping`, { headers });
    expect([ping.status, ping.headers['access-control-allow-origin']]).toEqual([204, origin]);

    const stream = await follow(api, `${list}/${eventId}/events`, { headers: from(origin) });
    await stream.next('banner');
    expect(stream.headers).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'access-control-allow-origin': origin,
      vary: 'Origin',
    });
  });
});

describe('a cookie from a page of an app', () => {
  it('is not there: nothing is read and nothing is done in the name of its owner', async () => {
    const { cookies, accessToken, refreshToken } = await signIn(api, await registerAccount(api));
    const headers = from(android);
    const read = await api.request(`GET ${auth}/token/user-info`, { headers, cookies });
    expect([read.status, read.headers['access-control-allow-origin']]).toEqual([401, android]);
    expect((await api.request('POST /api/v1/playback/sessions', { headers, cookies })).status).toBe(401);
    const refreshed = await api.request(`POST ${auth}/token/refresh`, { headers, cookies, body: {} });
    expect([refreshed.status, refreshed.headers['set-cookie']]).toEqual([401, undefined]);
    const out = await api.request(`GET ${auth}/credentials/logout`, { headers, cookies });
    expect([out.status, out.headers['set-cookie']]).toEqual([204, undefined]);
    expect(await isSignedIn(api, accessToken)).toBe(true);
    expect(
      (await api.request(`POST ${auth}/token/refresh`, { body: { refreshToken } })).status,
      'the refresh token was not spent',
    ).toBe(200);
  });

  it('does not speak for another account beside a token', async () => {
    const [mine, other] = [
      await signIn(api, await registerAccount(api)),
      await signIn(api, await registerAccount(api)),
    ];
    const { body } = await api.request(`GET ${auth}/token/user-info`, {
      headers: { ...from(ios), ...bearer(mine.accessToken) },
      cookies: other.cookies,
    });
    expect(body.sub).toBe(mine.answer.body.id);
  });

  it('is dropped under any spelling of the path, and never set', async () => {
    const { cookies } = await signIn(api, await registerAccount(api));
    for (const path of [`${auth}/token/user-info`, '/%61pi/v1/identity/auth/token/user-info']) {
      const answer = await api.app.inject({ url: path, headers: from(android), cookies });
      expect([path, answer.statusCode]).toEqual([path, 401]);
    }
    for (const path of ['/nope', `${auth}/providers/nope/callback?state=x`]) {
      const answer = await api.app.inject({ url: path, headers: from(android), cookies });
      expect(answer.headers['set-cookie']).toBeUndefined();
    }
  });
});

describe('a page of another origin', () => {
  it.each(strangers)('is allowed nothing: %s', async (origin) => {
    const header = Buffer.from(origin).toString('latin1');
    const asked = await preflight(list, header);
    expect([asked.statusCode, allowing(asked.headers)]).toEqual([404, []]);
    expect(asked.headers.vary).toBe('Origin');
    const read = await api.request(`GET ${list}`, { headers: from(header) });
    expect([read.status, allowing(read.headers)]).toEqual([200, []]);
    expect(read.headers.vary).toBe('Origin');
  });

  it.each(strangers.filter((origin) => origin !== partner))('cannot sign anybody in: %s', async (origin) => {
    const answer = await api.request(`POST ${auth}/credentials/login`, {
      headers: from(Buffer.from(origin).toString('latin1')),
      body: { email: 'a@example.test', password: 'x' },
    });
    expect([answer.status, answer.body.type]).toEqual([403, '/problems/csrf-verification-failed']);
  });

  it('that may call with cookies still does, and reads nothing', async () => {
    const { cookies } = await signIn(api, await registerAccount(api));
    const headers = from(partner);
    const answer = await api.request('POST /api/v1/playback/sessions', { headers, cookies });
    expect([answer.status, allowing(answer.headers)]).toEqual([201, []]);
  });

  it('finds a server that has no app as it was', async () => {
    const asked = await preflight(list, android, withoutApps);
    expect([asked.statusCode, allowing(asked.headers), asked.headers.vary]).toEqual([404, [], undefined]);
    const read = await withoutApps.request(`GET ${list}`, { headers: from(android) });
    expect([read.status, allowing(read.headers), read.headers.vary]).toEqual([200, [], undefined]);
  });
});

describe('an answer without an origin', () => {
  it('says that it depends on it, so that no cache mixes the two', async () => {
    const { headers } = await api.request(`GET ${list}`);
    expect([headers.vary, allowing(headers)]).toEqual(['Origin', []]);
  });
});

describe('media', () => {
  it.each([android, ios, 'https://evil.test', 'null'])('is open to %s, without cookies', async (origin) => {
    const pictureId = await insertPicture(api.db);
    for (const url of [`/media/pictures/${pictureId}/640.jpg`, '/media/segments/x']) {
      const answer = await api.app.inject({ url, headers: from(origin) });
      expect([url, answer.headers['access-control-allow-origin']]).toEqual([url, '*']);
      expect(answer.headers['access-control-allow-credentials']).toBeUndefined();
      expect(answer.headers['set-cookie']).toBeUndefined();
    }
    const asked = await preflight('/media/segments/x/1/demo/360p/1.m4s', origin);
    expect(asked.statusCode).toBe(204);
    expect(asked.headers).toMatchObject({
      'access-control-allow-origin': '*',
      'access-control-allow-methods': 'GET, HEAD',
      'access-control-allow-headers': expect.stringContaining('Range'),
      'access-control-max-age': '7200',
    });
  });

  it.each(['/media/hls/x/live.m3u8', '/media/remote/x/live.m3u8', '/media/nope'])(
    'has playlists for pages of apps alone: %s',
    async (url) => {
      for (const origin of [android, ios]) {
        const { headers } = await api.app.inject({ url, headers: from(origin) });
        expect(headers).toMatchObject({ 'access-control-allow-origin': origin, vary: 'Origin' });
        const asked = await preflight(url, origin);
        expect([asked.statusCode, asked.headers['access-control-allow-methods']]).toEqual([204, 'GET, HEAD']);
      }
      for (const origin of ['https://evil.test', 'null']) {
        const { headers } = await api.app.inject({ url, headers: from(origin) });
        expect(headers['access-control-allow-origin']).toBeUndefined();
        expect((await preflight(url, origin)).headers['access-control-allow-origin']).toBeUndefined();
      }
    },
  );
});

describe('OPTIONS', () => {
  it('that is no preflight is no operation', async () => {
    for (const headers of [from(android), { 'access-control-request-method': 'GET' }]) {
      for (const url of [list, '/media/nope']) {
        const answer = await api.app.inject({ method: 'OPTIONS', url, headers });
        expect([url, answer.statusCode]).toEqual([url, 404]);
      }
    }
  });

  it('is asked by sixty pages at once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, index) => preflight(list, index % 2 ? android : 'https://evil.test')),
    );
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(
      Array.from({ length: 60 }, (_, index) => (index % 2 ? 204 : 404)),
    );
  });
});
