import { describe, expect, it } from 'vitest';
import {
  bearer,
  isSignedIn,
  password,
  registerAccount,
  registration,
  sessionCookieNames,
  signIn,
} from '../../accounts.ts';
import { startApi } from '../../harness.ts';

const api = await startApi();
const credentials = '/api/v1/identity/auth/credentials';
const register = (body: object) => api.request(`POST ${credentials}/register`, { body });
const login = (body: object, query = '') => api.request(`POST ${credentials}/login${query}`, { body });

describe('register', () => {
  it('accepts the longest names', async () => {
    // All characters differ, so that no index can compress them.
    const name = (from: number) =>
      String.fromCodePoint(...Array.from({ length: 255 }, (_, i) => from + i * 157));
    const names = { firstName: name(0x20000), middleName: name(0x20100), lastName: name(0x20200) };
    const body = { ...registration(), ...names };
    expect((await register(body)).status).toBe(201);
    const { accessToken } = await signIn(api, body);
    const profile = await api.request('GET /api/v1/identity/profile', { headers: bearer(accessToken) });
    expect(profile.body).toMatchObject({ ...names, name: names.firstName });
  });

  it('creates an account that can sign in and holds no permission', async () => {
    const body = { ...registration(), middleName: ' van ', phone: ' +31 10 123 ' };
    const created = await register(body);
    expect(created.status).toBe(201);
    expect(created.headers.location).toBe(`/api/v1/identity/users/${created.body.id}`);
    expect(created.cookies).toEqual([]);

    const { accessToken } = await signIn(api, body);
    const { body: info } = await api.request('GET /api/v1/identity/auth/token/user-info', {
      headers: bearer(accessToken),
    });
    expect(info).toEqual({
      sub: created.body.id,
      name: 'Robin van de Vries',
      first_name: 'Robin',
      middle_name: 'van',
      last_name: 'de Vries',
      email: body.email,
      email_verified: false,
      phone_number: '+31 10 123',
      phone_number_verified: false,
      updated_at: expect.any(Number),
    });
    const { status } = await api.request('GET /api/v1/events', { headers: bearer(accessToken) });
    expect(status).toBe(403);
  });

  it('reports every broken rule of a password at once, in the exact words', async () => {
    // docs/product.md, 5.14
    const { status, body } = await register({ ...registration(), password: '' });
    expect(status).toBe(400);
    expect(body.issues).toEqual(
      [
        'Must be at least 8 characters long.',
        'Must contain at least one uppercase letter.',
        'Must contain at least one lowercase letter.',
        'Must contain at least one number.',
        'Must contain at least one special character.',
      ].map((detail) => ({ detail, pointer: '/password', location: 'body' })),
    );
  });

  it.each([
    ['Aa1!567', ['Must be at least 8 characters long.']],
    ['lower-case-1', ['Must contain at least one uppercase letter.']],
    ['UPPER-CASE-1', ['Must contain at least one lowercase letter.']],
    ['No-number-here', ['Must contain at least one number.']],
    ['NoSpecial1', ['Must contain at least one special character.']],
    ['No special 1', ['Must contain at least one special character.']],
    [`Aa1!${'x'.repeat(124)}`, ['Must be at most 127 characters long.']],
  ])('refuses the password %j', async (weak, details) => {
    const { status, body } = await register({ ...registration(), password: weak });
    expect(status).toBe(400);
    expect(body.issues.map((issue: { detail: string }) => issue.detail)).toEqual(details);
  });

  it.each(['Aa1!5678', `Aa1!${'x'.repeat(123)}`, 'Wachtwoord-1é', ' Blanks-count-1 '])(
    'accepts the password %j unchanged',
    async (strong) => {
      const body = { ...registration(), password: strong };
      expect((await register(body)).status).toBe(201);
      expect((await login({ email: body.email, password: strong })).status).toBe(200);
      expect((await login({ email: body.email, password: strong.trim().toLowerCase() })).status).toBe(401);
    },
  );

  it('trims and lowercases the e-mail address', async () => {
    const body = registration();
    expect((await register({ ...body, email: `  ${body.email.toUpperCase()} ` })).status).toBe(201);
    expect((await login({ email: ` ${body.email.toUpperCase()}`, password })).status).toBe(200);
  });

  it('takes an international domain in both forms', async () => {
    const body = registration();
    const [name] = body.email.split('@');
    expect((await register({ ...body, email: `${name}@Kämpfe.example` })).status).toBe(201);
    expect((await login({ email: `${name}@xn--kmpfe-gra.example`, password })).status).toBe(200);
  });

  it.each([
    'robin\u212a@example.test',
    '\u0130an@example.test',
    'robin@exam\u200bple.test\u0000',
    'nobody',
    'a@',
    '@example.test',
    'a b@example.test',
    `${'x'.repeat(250)}@example.test`,
    '',
  ])('refuses the e-mail address %j', async (email) => {
    const { status, body } = await register({ ...registration(), email });
    expect(status).toBe(400);
    expect(body.issues[0]).toMatchObject({ pointer: '/email', location: 'body' });
  });

  it('creates one account when many requests use the same e-mail address at once', async () => {
    const body = registration();
    const passwords = Array.from({ length: 20 }, (_, index) => `Round-${index}-seven!`);
    const answers = await Promise.all(passwords.map((password) => register({ ...body, password })));
    // The limit for mails to one address is six: the others get a 429.
    const taken = answers.filter(({ status }) => status === 201);
    expect(taken).toHaveLength(6);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(14);
    const accounts = await api.db.selectFrom('users').selectAll().where('email', '=', body.email).execute();
    expect(accounts).toHaveLength(1);
    const winner = answers.findIndex((answer) => answer.body.id === accounts[0]?.id);
    for (const index of [winner, (winner + 1) % 20]) {
      const { status } = await login({ email: body.email, password: passwords[index] });
      expect(status).toBe(index === winner ? 200 : 401);
    }
  });

  it('lists every issue at once', async () => {
    const { body } = await register({
      firstName: ' ',
      lastName: 'x'.repeat(256),
      email: 'nobody',
      password,
      phone: '0'.repeat(128),
      roles: ['administrator'],
    });
    expect(body.issues).toEqual(
      expect.arrayContaining([
        { detail: 'Must not be empty.', pointer: '/firstName', location: 'body' },
        { detail: 'Must be at most 255 characters long.', pointer: '/lastName', location: 'body' },
        { detail: 'Must be a valid e-mail address.', pointer: '/email', location: 'body' },
        { detail: 'Must be at most 127 characters long.', pointer: '/phone', location: 'body' },
        { detail: 'Is not a known field.', pointer: '/roles', location: 'body' },
      ]),
    );
    expect(body.issues).toHaveLength(5);
  });
});

describe('login', () => {
  it('returns only the id, and with includeTokens also the tokens', async () => {
    const account = await registerAccount(api);
    const { email } = account;
    expect((await login({ email, password })).body).toEqual({ id: account.id });
    expect((await login({ email, password }, '?includeTokens=false')).body).toEqual({ id: account.id });

    const { body, headers } = await login({ email, password }, '?includeTokens=true');
    expect(body.id).toBe(account.id);
    expect(headers['cache-control']).toBe('no-store');
    expect(await isSignedIn(api, body.tokens.accessToken.value)).toBe(true);
    const expiries = Object.values(body.tokens as Record<string, { expiresAt: string }>).map(
      ({ expiresAt }) => Math.round((Date.parse(expiresAt) - api.clock.now().getTime()) / 60_000),
    );
    expect(expiries).toEqual([10, 43_200, 43_200]);
  });

  it('puts only name, e-mail and permissions of the account into the identity token', async () => {
    const account = await registerAccount(api);
    await api.signInAs({ userId: account.id, scopes: ['event:read', 'event:create'] });
    const { answer } = await signIn(api, account);
    const parts = answer.body.tokens.identityToken.value.split('.');
    expect(parts).toHaveLength(3);
    expect(JSON.parse(Buffer.from(parts[1], 'base64url').toString())).toEqual({
      iss: 'ringside',
      aud: 'ringside:client',
      sub: account.id,
      name: 'Robin de Vries',
      email: account.email,
      permissions: ['event:create', 'event:read'],
      iat: expect.any(Number),
      exp: expect.any(Number),
    });
  });

  it('answers the same for a wrong password and an unknown address', async () => {
    const { email } = await registerAccount(api);
    const wrong = await login({ email, password: 'Wrong-password-1!' });
    const unknown = await login({ email: 'nobody@example.test', password });
    expect(wrong.status).toBe(401);
    expect(unknown.status).toBe(wrong.status);
    expect(unknown.body).toEqual(wrong.body);
    expect(wrong.body.type).toBe('/problems/invalid-credentials');
    expect(wrong.cookies).toEqual([]);
    const names = (answer: { headers: object }) => Object.keys(answer.headers).sort();
    expect(names(unknown)).toEqual(names(wrong));
  });

  it('refuses an account without a password', async () => {
    const { userId } = await api.signInAs();
    const { status } = await login({ email: `${userId}@example.test`, password });
    expect(status).toBe(401);
  });

  // A login waits in the password queue whether its account exists or not.
  it('sheds a flood of logins with 503, for unknown accounts as for known ones', async () => {
    const accounts = await Promise.all(Array.from({ length: 60 }, () => registerAccount(api)));
    const emails = accounts.flatMap(({ email }) => [email, `nobody-${email}`]);
    // From several networks: so many failures at once from one network would have to wait.
    const answers = await Promise.all(
      emails.map((email, index) =>
        api.request(`POST ${credentials}/login`, {
          body: { email, password: 'Wrong-password-1!' },
          remoteAddress: `198.51.100.${index % 8}`,
        }),
      ),
    );
    for (const rest of [0, 1]) {
      const mine = answers.filter((_, index) => index % 2 === rest).map(({ status }) => status);
      expect(new Set(mine)).toEqual(new Set([401, 503]));
    }
    const shed = answers.find(({ status }) => status === 503);
    expect(shed?.headers['retry-after']).toBe('2');
    const email = emails[answers.findIndex(({ status }) => status === 503)];
    expect((await login({ email, password: 'Wrong-password-1!' })).status).toBe(401);
  });

  it('does not apply the rules for new passwords', async () => {
    const { email } = await registerAccount(api);
    expect((await login({ email, password: 'x' })).status).toBe(401);
    expect((await login({ email, password: '' })).status).toBe(400);
  });
});

describe('logout', () => {
  const logout = (options: Parameters<typeof api.request>[1]) =>
    api.request(`GET ${credentials}/logout`, options);
  const expectCleared = (answer: Awaited<ReturnType<typeof logout>>) => {
    expect(answer.status).toBe(204);
    expect(answer.cookies.map(({ name }) => name).sort()).toEqual(sessionCookieNames);
    for (const { value, expires, path } of answer.cookies) {
      expect({ value, path, expired: Number(expires) < Date.now() }).toEqual({
        value: '',
        path: '/',
        expired: true,
      });
    }
  };

  it('ends the session of the bearer token, with its refresh tokens, and no other', async () => {
    const account = await registerAccount(api);
    const [here, there] = [await signIn(api, account), await signIn(api, account)];
    expectCleared(await logout({ headers: bearer(here.accessToken) }));
    expect(await isSignedIn(api, here.accessToken)).toBe(false);
    expect(await isSignedIn(api, there.accessToken)).toBe(true);
    const { status } = await api.request('POST /api/v1/identity/auth/token/refresh', {
      body: { refreshToken: here.refreshToken },
    });
    expect(status).toBe(401);
  });

  it('ends the session of the cookies', async () => {
    const { cookies, accessToken } = await signIn(api, await registerAccount(api));
    expectCleared(await logout({ cookies }));
    expect(await isSignedIn(api, accessToken)).toBe(false);
  });

  it('ends the session of the refresh cookie when there is no access token', async () => {
    const { cookies, accessToken } = await signIn(api, await registerAccount(api));
    expectCleared(await logout({ cookies: { refreshToken: String(cookies.refreshToken) } }));
    expect(await isSignedIn(api, accessToken)).toBe(false);
  });

  it('can be repeated, and called without a session', async () => {
    const { cookies } = await signIn(api, await registerAccount(api));
    expectCleared(await logout({ cookies }));
    expectCleared(await logout({ cookies }));
    expectCleared(await logout({}));
    expectCleared(await logout({ cookies: { refreshToken: 'unknown', accessToken: 'unknown' } }));
  });

  it('ignores the cookies of a call with an Authorization header', async () => {
    const { cookies, accessToken } = await signIn(api, await registerAccount(api));
    await logout({ cookies, headers: { authorization: 'Basic bm9ib2R5' } });
    expect(await isSignedIn(api, accessToken)).toBe(true);
  });
});
