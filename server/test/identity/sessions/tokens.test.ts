/**
 * @clocks apart
 */
import { SignJWT } from 'jose';
import { afterEach, describe, expect, it } from 'vitest';
import { bearer, isSignedIn, registerAccount, signIn } from '../../accounts.ts';
import { type Answer, cookiesOf, startApi } from '../../harness.ts';

const api = await startApi();
const onSecondServer = (await api.startSecondServer())();
const [second, minute, hour, day] = [1_000, 60_000, 3_600_000, 86_400_000];

afterEach(() => api.clock.reset());

const refresh = (options: Parameters<typeof api.request>[1]) =>
  api.request('POST /api/v1/identity/auth/token/refresh', options);
const userInfo = (options: Parameters<typeof api.request>[1]) =>
  api.request('GET /api/v1/identity/auth/token/user-info', options);
const cookie = (answer: Answer, name: string) => answer.cookies.find((item) => item.name === name);

describe('refreshToken', () => {
  it('exchanges the cookie for new tokens and new cookies', async () => {
    const { cookies, accessToken } = await signIn(api, await registerAccount(api));
    api.clock.advance(minute);
    const answer = await refresh({ cookies });
    expect(answer.status).toBe(200);
    expect(answer.headers['cache-control']).toBe('no-store');
    const fresh = cookiesOf(answer);
    const { knownDevice: _stays, ...session } = cookies;
    expect(Object.keys(fresh).sort()).toEqual(Object.keys(session).sort());
    expect(fresh).toMatchObject({
      accessToken: answer.body.accessToken.value,
      refreshToken: answer.body.refreshToken.value,
      identityToken: answer.body.identityToken.value,
      accessTokenExpirationDate: answer.body.accessToken.expiresAt,
      refreshTokenExpirationDate: answer.body.refreshToken.expiresAt,
    });
    expect(fresh.refreshToken).not.toBe(cookies.refreshToken);
    expect(fresh.accessToken).not.toBe(accessToken);
    expect((await userInfo({ cookies: fresh })).status).toBe(200);
  });

  it('accepts the token in the body, and then sets no cookies', async () => {
    const { refreshToken, cookies } = await signIn(api, await registerAccount(api));
    const answer = await refresh({ body: { refreshToken }, cookies });
    expect(answer.status).toBe(200);
    expect(answer.cookies).toEqual([]);
    expect(await isSignedIn(api, answer.body.accessToken.value)).toBe(true);
  });

  it('needs no body with any content type', async () => {
    const account = await registerAccount(api);
    const [first, other] = [await signIn(api, account), await signIn(api, account)];
    expect((await refresh({ cookies: first.cookies })).status).toBe(200);
    const headers = { 'content-type': 'application/json' };
    expect((await refresh({ cookies: other.cookies, headers, body: '' })).status).toBe(200);
  });

  it.each([
    ['nothing', {}],
    ['an unknown cookie', { cookies: { refreshToken: 'unknown' } }],
    ['an unknown token', { body: { refreshToken: 'unknown' } }],
  ])('answers 401 for %s', async (_name, options) => {
    const { status, body, cookies } = await refresh(options);
    expect(status).toBe(401);
    expect(body).toMatchObject({ title: 'Unauthorized', detail: 'Authorization required.' });
    expect(cookies).toEqual([]);
  });

  it('ignores the cookie of a call with an Authorization header', async () => {
    const { cookies } = await signIn(api, await registerAccount(api));
    expect((await refresh({ cookies, headers: { authorization: 'Basic bm9ib2R5' } })).status).toBe(401);
  });

  it('answers 401 for a token used less than 10 seconds ago, and keeps the session', async () => {
    const { cookies } = await signIn(api, await registerAccount(api));
    api.clock.stop();
    const { body: fresh } = await refresh({ cookies });
    api.clock.advance(10 * second);
    const again = await refresh({ cookies });
    expect(again.status).toBe(401);
    // Another tab may just have received new cookies.
    expect(again.cookies).toEqual([]);
    expect(await isSignedIn(api, fresh.accessToken.value)).toBe(true);
    expect((await refresh({ body: { refreshToken: fresh.refreshToken.value } })).status).toBe(200);
  });

  it('ends the session at a later replay of a used token', async () => {
    const account = await registerAccount(api);
    const [stolen, other] = [await signIn(api, account), await signIn(api, account)];
    api.clock.stop();
    const { body: fresh } = await refresh({ cookies: stolen.cookies });
    api.clock.advance(10 * second + 1);
    expect(await isSignedIn(api, fresh.accessToken.value)).toBe(true);
    expect((await refresh({ cookies: stolen.cookies })).status).toBe(401);
    expect(await isSignedIn(api, fresh.accessToken.value)).toBe(false);
    expect((await refresh({ body: { refreshToken: fresh.refreshToken.value } })).status).toBe(401);
    expect(await isSignedIn(api, other.accessToken)).toBe(true);
  });

  describe('without an answer (9.6)', () => {
    const attempt = '0199a3c4-0000-7000-8000-0000000000f7';
    const otherAttempt = '0199a3c4-0000-7000-8000-0000000000f8';

    it.each([0, 10 * second + 1, 11 * hour])('is repeated by its attempt after %i ms', async (ms) => {
      const { cookies } = await signIn(api, await registerAccount(api));
      api.clock.stop();
      const lost = await refresh({ cookies, body: { attempt } });
      api.clock.advance(ms);
      const repeated = await refresh({ cookies, body: { attempt } });
      expect(repeated.status).toBe(200);
      expect(repeated.body.refreshToken).toEqual(lost.body.refreshToken);
      expect(await isSignedIn(api, repeated.body.accessToken.value)).toBe(true);
      expect((await refresh({ cookies: cookiesOf(repeated), body: { attempt: otherAttempt } })).status).toBe(
        200,
      );
    });

    it('does no harm when the first call comes after its repeat, or after the next refresh', async () => {
      const { cookies } = await signIn(api, await registerAccount(api));
      api.clock.stop();
      await refresh({ cookies, body: { attempt } });
      const repeated = await refresh({ cookies, body: { attempt } });
      api.clock.advance(minute);
      expect((await refresh({ cookies, body: { attempt } })).status).toBe(200);
      const next = await refresh({ cookies: cookiesOf(repeated), body: { attempt: otherAttempt } });
      expect(next.status).toBe(200);
      api.clock.advance(minute);
      expect((await refresh({ cookies, body: { attempt } })).status).toBe(401);
      expect(await isSignedIn(api, next.body.accessToken.value)).toBe(true);
    });

    it.each([
      ['another attempt', { attempt: otherAttempt }],
      ['no attempt', {}],
    ])('ends the session for %s', async (_, body) => {
      const { cookies } = await signIn(api, await registerAccount(api));
      api.clock.stop();
      const { body: fresh } = await refresh({ cookies, body: { attempt } });
      api.clock.advance(10 * second + 1);
      expect((await refresh({ cookies, body })).status).toBe(401);
      expect(await isSignedIn(api, fresh.accessToken.value)).toBe(false);
      expect((await refresh({ cookies, body: { attempt } })).status).toBe(401);
    });

    it('gives nothing to an attempt at a token that was used without one', async () => {
      const { cookies } = await signIn(api, await registerAccount(api));
      api.clock.stop();
      await refresh({ cookies });
      expect((await refresh({ cookies, body: { attempt } })).status).toBe(401);
    });

    it('gives all of many repeats on two servers the same refresh token', async () => {
      const { cookies } = await signIn(api, await registerAccount(api));
      const answers = await Promise.all(
        Array.from({ length: 20 }, (_, index) =>
          (index % 2 === 0 ? api.request : onSecondServer)('POST /api/v1/identity/auth/token/refresh', {
            cookies,
            body: { attempt },
          }),
        ),
      );
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
      const given = new Set(answers.map(({ body }) => body.refreshToken.value));
      expect(given.size).toBe(1);
      expect((await refresh({ body: { refreshToken: [...given][0] } })).status).toBe(200);
    });

    it('refuses an attempt that is easy to guess', async () => {
      const { cookies } = await signIn(api, await registerAccount(api));
      expect((await refresh({ cookies, body: { attempt: '1' } })).status).toBe(400);
      expect((await refresh({ cookies })).status).toBe(200);
    });
  });

  it('returns new tokens once for many simultaneous requests on two servers, and ends the session at a later replay', async () => {
    const { cookies } = await signIn(api, await registerAccount(api));
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        (index % 2 === 0 ? api.request : onSecondServer)('POST /api/v1/identity/auth/token/refresh', {
          cookies,
        }),
      ),
    );
    const good = answers.filter(({ status }) => status === 200);
    expect(good).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(49);
    const { accessToken, refreshToken } = good[0]?.body ?? {};
    expect(await isSignedIn(api, accessToken.value)).toBe(true);
    expect(await isSignedIn({ ...api, request: onSecondServer }, accessToken.value)).toBe(true);

    api.clock.advance(minute);
    const next = await refresh({ body: { refreshToken: refreshToken.value } });
    expect(next.status).toBe(200);
    expect((await refresh({ cookies })).status).toBe(401);
    expect(await isSignedIn({ ...api, request: onSecondServer }, next.body.accessToken.value)).toBe(false);
    expect((await refresh({ body: { refreshToken: next.body.refreshToken.value } })).status).toBe(401);
  });

  it.each([
    [true, 30 * day],
    [false, 12 * hour],
  ])('works with remember %s until it expires and not longer', async (remember, lifetime) => {
    const account = await registerAccount(api);
    const [early, late] = [
      await signIn(api, account, { remember }),
      await signIn(api, account, { remember }),
    ];
    api.clock.advance(lifetime - minute);
    expect((await refresh({ body: { refreshToken: early.refreshToken } })).status).toBe(200);
    api.clock.advance(minute);
    expect((await refresh({ body: { refreshToken: late.refreshToken } })).status).toBe(401);
  });

  it('keeps the remember setting of the sign-in', async () => {
    const { cookies } = await signIn(api, await registerAccount(api), { remember: false });
    const answer = await refresh({ cookies });
    expect(cookie(answer, 'remember')?.value).toBe('false');
    expect(answer.cookies.filter(({ expires }) => expires !== undefined)).toEqual([]);
    const lifetime = Date.parse(answer.body.refreshToken.expiresAt) - api.clock.now().getTime();
    expect(Math.round(lifetime / hour)).toBe(12);
  });

  it('never makes a session longer: remember stays as it was chosen at the sign-in', async () => {
    const { cookies } = await signIn(api, await registerAccount(api), { remember: false });
    const answer = await refresh({ cookies, body: { remember: true } });
    expect(cookie(answer, 'remember')?.value).toBe('false');
    expect(answer.cookies.filter(({ expires }) => expires !== undefined)).toEqual([]);
    const lifetime = Date.parse(answer.body.refreshToken.expiresAt) - api.clock.now().getTime();
    expect(Math.round(lifetime / hour)).toBe(12);
  });

  it('makes a session shorter on request, for good', async () => {
    const { cookies } = await signIn(api, await registerAccount(api));
    let answer = await refresh({ cookies, body: { remember: false } });
    for (const remember of [undefined, true]) {
      expect(cookie(answer, 'remember')?.value).toBe('false');
      const lifetime = Date.parse(answer.body.refreshToken.expiresAt) - api.clock.now().getTime();
      expect(Math.round(lifetime / hour)).toBe(12);
      answer = await refresh({ cookies: cookiesOf(answer), body: { remember } });
    }
    expect(cookie(answer, 'remember')?.value).toBe('false');
  });

  it('puts the current permissions into the identity token', async () => {
    const account = await registerAccount(api);
    const { cookies } = await signIn(api, account);
    await api.signInAs({ userId: account.id, scopes: ['event:read'] });
    const { body } = await refresh({ cookies });
    const [, claims = ''] = body.identityToken.value.split('.');
    expect(JSON.parse(Buffer.from(claims, 'base64url').toString()).permissions).toEqual(['event:read']);
  });
});

describe('getUserInfo', () => {
  it('accepts the token in the header and in the cookie', async () => {
    const account = await registerAccount(api);
    const { accessToken } = await signIn(api, account);
    for (const options of [{ headers: bearer(accessToken) }, { cookies: { accessToken } }]) {
      const { status, body } = await userInfo(options);
      expect(status).toBe(200);
      expect(body).toMatchObject({ sub: account.id, email: account.email });
    }
  });

  it('does not fall back to the cookie when there is an Authorization header', async () => {
    const { accessToken } = await signIn(api, await registerAccount(api));
    for (const authorization of ['Bearer wrong', 'Basic bm9ib2R5', '']) {
      const { status, headers } = await userInfo({ headers: { authorization }, cookies: { accessToken } });
      expect(status).toBe(401);
      expect(headers['www-authenticate']).toBe('Bearer realm="ringside"');
    }
  });

  it('answers 401 from the tenth minute on', async () => {
    const account = await registerAccount(api);
    api.clock.stop();
    const { accessToken } = await signIn(api, account);
    // Tokens expire at whole seconds.
    api.clock.advance(10 * minute - second);
    expect(await isSignedIn(api, accessToken)).toBe(true);
    api.clock.advance(second);
    expect(await isSignedIn(api, accessToken)).toBe(false);
  });

  it('answers 401 at once when the user is deleted or the session revoked', async () => {
    const [deleted, revoked] = [await api.signInAs(), await api.signInAs()];
    expect(await isSignedIn(api, deleted.accessToken)).toBe(true);
    expect(await isSignedIn(api, revoked.accessToken)).toBe(true);
    await api.db.deleteFrom('users').where('id', '=', deleted.userId).execute();
    await api.db
      .updateTable('loginSessions')
      .set({ revokedAt: new Date().toISOString() })
      .where('id', '=', revoked.sessionId)
      .execute();
    expect(await isSignedIn(api, deleted.accessToken)).toBe(false);
    expect(await isSignedIn(api, revoked.accessToken)).toBe(false);
  });

  it('accepts only an access token that the server has signed', async () => {
    const { answer, accessToken, refreshToken } = await signIn(api, await registerAccount(api));
    const [header = '', claims = '', signature = ''] = accessToken.split('.');
    const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const decode = (text: string) => JSON.parse(Buffer.from(text, 'base64url').toString());
    const forged = [
      `${encode({ ...decode(header), alg: 'none' })}.${claims}.`,
      `${encode({ ...decode(header), alg: 'HS256' })}.${claims}.${signature}`,
      `${header}.${encode({ ...decode(claims), exp: 4_102_444_800 })}.${signature}`,
      `${header}.${claims}.${signature.slice(0, -4)}AAAA`,
      answer.body.tokens.identityToken.value,
      refreshToken,
      'x.y.z',
    ];
    for (const token of forged) expect(await isSignedIn(api, token)).toBe(false);
  });

  it.each([
    ['with valid claims', {}, {}, true],
    ['of another type', { typ: 'JWT' }, {}, false],
    ['without a type', { typ: undefined }, {}, false],
    ['of another issuer', {}, { iss: 'elsewhere' }, false],
    ['for another audience', {}, { aud: 'ringside:client' }, false],
    ['without an expiry', {}, { exp: undefined }, false],
    ['without a session', {}, { sid: undefined }, false],
    ['of another user of the session', {}, { sub: '0199a3c4-0000-7000-8000-0000000000e1' }, false],
    ['signed by an unknown key', { kid: 'unknown' }, {}, false],
  ])('accepts or refuses a token %s', async (_name, header, claims, isAccepted) => {
    const { userId, sessionId } = await api.signInAs();
    const [key] = api.keys.tokenKeys;
    if (key === undefined) throw new Error('There is no key');
    const exp = Math.floor(Date.now() / 1000) + 60;
    const token = await new SignJWT({
      iss: 'ringside',
      aud: 'ringside:api',
      sub: userId,
      sid: sessionId,
      exp,
      ...claims,
    })
      .setProtectedHeader({ alg: 'EdDSA', typ: 'at+jwt', kid: key.id, ...header })
      .sign(key.privateKey);
    expect(await isSignedIn(api, token)).toBe(isAccepted);
  });
});
