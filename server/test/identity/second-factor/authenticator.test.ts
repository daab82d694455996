/** Setting an authenticator app up, replacing its recovery codes, and removing it. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { cleanUpTasks } from '../../../src/clean-up.ts';
import { checkCode } from '../../../src/identity/second-factor/check-code.ts';
import { type Account, bearer, registerAccount, signIn } from '../../accounts.ts';
import { startApi } from '../../harness.ts';
import { mailsTo } from '../../mailbox.ts';
import {
  codeAt,
  outcome,
  profile,
  registerWithAuthenticator,
  secondFactorOf,
  setUpAuthenticator,
  stepMs,
  wrongCode,
} from './authenticator-app.ts';

const api = await startApi();
beforeEach(() => api.clock.stop());
afterEach(() => api.clock.reset());

let account: Account;
let headers: { authorization: string };
beforeEach(async () => {
  account = await registerAccount(api);
  headers = bearer((await signIn(api, account)).accessToken);
});

const begin = () => api.request(`POST ${profile}/authenticator`, { headers });
const confirm = (code: string) =>
  api.request(`POST ${profile}/authenticator/confirm`, { headers, body: { code } });
const remove = () => api.request(`DELETE ${profile}/authenticator`, { headers });
const replace = () => api.request(`POST ${profile}/recovery-codes`, { headers });
const current = () => api.request(`GET ${profile}/second-factor`, { headers }).then(({ body }) => body);
const kinds = async (email = account.email) => (await mailsTo(api, email)).map(({ kind }) => kind);
const login = (body: object = {}) =>
  api.request('POST /api/v1/identity/auth/credentials/login', {
    body: { email: account.email, password: account.password, ...body },
  });
const rowOf = () =>
  api.db.selectFrom('authenticators').selectAll().where('userId', '=', account.id).executeTakeFirst();

describe('an authenticator app', () => {
  it('is set up by a first code, which answers ten recovery codes once', async () => {
    const begun = await begin();
    expect(begun.headers['cache-control']).toBe('no-store');
    const { secret, uri } = begun.body;
    expect(uri).toBe(
      `otpauth://totp/Ringside:${encodeURIComponent(account.email)}?secret=${secret}&issuer=Ringside`,
    );
    const confirmed = await confirm(codeAt(secret, api.clock.now()));
    expect(confirmed.headers['cache-control']).toBe('no-store');
    const { recoveryCodes } = confirmed.body;
    expect(recoveryCodes.map((code: string) => code.split('-', 1)[0])).toEqual(
      Array.from({ length: 10 }, (_, index) => String(index + 1)),
    );
    for (const code of recoveryCodes) expect(code).toMatch(/^\d+(-[0-9A-HJKMNP-TV-Z]{4}){4}$/);
    expect(await current()).toEqual({
      hasPassword: true,
      authenticator: { createdAt: expect.any(String), frozenAt: null },
      frozenPasskeys: 0,
      recoveryCodesLeft: 10,
      passkeys: 0,
      isRequired: false,
      isProved: true,
      needsAllowance: false,
      removalAt: null,
    });
    expect(JSON.stringify(await current())).not.toContain(secret);
    expect(await kinds()).toContain('authenticator-added');
    const stored = await api.db.selectFrom('recoveryCodes').selectAll().execute();
    for (const code of recoveryCodes)
      expect(JSON.stringify(stored)).not.toContain(code.slice(code.indexOf('-') + 1).replaceAll('-', ''));
    for (const { codeHash } of stored) expect(codeHash).toMatch(/^\$argon2id\$/);
  });

  it('has no effect at sign-ins while it waits for its first code', async () => {
    const { secret } = (await begin()).body;
    expect(await current()).toMatchObject({ authenticator: null, recoveryCodesLeft: 0, isProved: false });
    expect((await login()).status).toBe(200);
    expect((await login({ code: '000000' })).status).toBe(200);
    expect(outcome(await replace())).toBe('409 conflict');
    expect(outcome(await remove())).toBe('404 not-found');
    expect((await rowOf())?.secret).toBe(secret);
    expect(await kinds()).not.toContain('authenticator-added');
  });

  it('is replaced while it waits, and then only the new secret counts', async () => {
    const first = (await begin()).body.secret;
    const second = (await begin()).body.secret;
    expect(second).not.toBe(first);
    expect(await confirm(codeAt(first, api.clock.now()))).toMatchObject({
      status: 400,
      body: {
        issues: [
          {
            pointer: '/code',
            location: 'body',
            detail: 'This code is wrong, has expired, or was used already.',
          },
        ],
      },
    });
    expect((await confirm(codeAt(second, api.clock.now()))).status).toBe(200);
  });

  it('must be removed before another one is set up', async () => {
    await setUpAuthenticator(api, headers.authorization.slice(7));
    const before = await rowOf();
    expect(outcome(await begin())).toBe('409 conflict');
    expect(outcome(await confirm(codeAt(String(before?.secret), api.clock.now())))).toBe('409 conflict');
    expect(await rowOf()).toEqual(before);
    expect((await remove()).status).toBe(204);
    expect((await begin()).status).toBe(200);
  });

  it('needs a secret to confirm', async () => {
    expect(outcome(await confirm('123456'))).toBe('409 conflict');
  });

  it('is confirmed once by many calls at once', async () => {
    const { secret } = (await begin()).body;
    const code = codeAt(secret, api.clock.now());
    const answers = await Promise.all(Array.from({ length: 12 }, () => confirm(code)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const { status } of answers) expect([200, 409, 429]).toContain(status);
    expect((await current()).recoveryCodesLeft).toBe(10);
    expect((await kinds()).filter((kind) => kind === 'authenticator-added')).toHaveLength(1);
  });

  it('spends its first code: it does not sign in as well', async () => {
    const { secret } = (await begin()).body;
    const code = codeAt(secret, api.clock.now());
    await confirm(code);
    expect(outcome(await login({ code }))).toBe('401 invalid-code');
    expect((await login({ code: codeAt(secret, api.clock.now(), 1) })).status).toBe(200);
  });

  it('gets five guesses of its first code, on all servers together', async () => {
    const { secret } = (await begin()).body;
    const code = wrongCode(secret, api.clock.now());
    const answers = await Promise.all(Array.from({ length: 60 }, () => confirm(code)));
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(5);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(55);
    api.clock.advance(stepMs);
    expect((await confirm(codeAt(secret, api.clock.now()))).status).toBe(200);
  });

  it.each(['x'.repeat(2_000), '1'.repeat(2_000), ' '.repeat(2_000), '12345', '1234567', '', 7, null, {}])(
    'refuses a hostile code: %.20j',
    async (code) => {
      await begin();
      expect(outcome(await confirm(code as string))).toBe('400 validation-error');
    },
  );

  it('is gone with its recovery codes when it is removed', async () => {
    const { secret, recoveryCodes } = await setUpAuthenticator(api, headers.authorization.slice(7));
    expect((await remove()).status).toBe(204);
    expect(await kinds()).toContain('authenticator-removed');
    expect(await current()).toMatchObject({ authenticator: null, recoveryCodesLeft: 0 });
    expect((await login()).status).toBe(200);
    expect(outcome(await remove())).toBe('404 not-found');
    // Another one has another secret and other codes.
    const again = await setUpAuthenticator(api, headers.authorization.slice(7));
    expect(outcome(await login({ code: recoveryCodes[0] }))).toBe('401 invalid-code');
    expect(again.secret).not.toBe(secret);
  });

  it('needs a recent proof for every change', async () => {
    const { id } = await registerWithAuthenticator(api);
    const device = await api.signInAs({ userId: id });
    api.clock.advance(10 * 60_000);
    for (const call of ['POST authenticator', 'DELETE authenticator', 'POST recovery-codes']) {
      const [method, path] = call.split(' ');
      expect(outcome(await device.request(`${method} ${profile}/${path}`))).toBe(
        '403 fresh-second-factor-required',
      );
    }
    const body = { code: '123456' };
    const confirmed = await device.request(`POST ${profile}/authenticator/confirm`, { body });
    expect(outcome(confirmed)).toBe('403 fresh-second-factor-required');
    expect(await secondFactorOf(api, device.accessToken)).toMatchObject({ recoveryCodesLeft: 10 });
  });

  it('belongs to one account: the codes of another one do not count', async () => {
    const other = await registerWithAuthenticator(api);
    const { secret } = (await begin()).body;
    expect((await confirm(codeAt(other.secret, api.clock.now()))).status).toBe(400);
    expect((await confirm(codeAt(secret, api.clock.now()))).status).toBe(200);
    api.clock.advance(2 * stepMs);
    expect(outcome(await login({ code: codeAt(other.secret, api.clock.now()) }))).toBe('401 invalid-code');
    expect(outcome(await login({ code: other.recoveryCodes[0] }))).toBe('401 invalid-code');
    expect((await secondFactorOf(api, other.accessToken)).recoveryCodesLeft).toBe(10);
  });

  it('goes with the account', async () => {
    await setUpAuthenticator(api, headers.authorization.slice(7));
    await api.db.deleteFrom('users').where('id', '=', account.id).execute();
    expect(await rowOf()).toBeUndefined();
  });

  it('is forgotten after a day without a first code', async () => {
    await begin();
    const kept = await registerWithAuthenticator(api);
    const tasks = cleanUpTasks({
      db: api.db,
      pictures: {} as never,
      ingest: { broadcasts: {} as never, films: undefined as never, remote: undefined },
      now: () => api.clock.now(),
    });
    expect(await tasks.pendingAuthenticators?.()).toBe(0);
    api.clock.advance(24 * 3_600_000 + 1);
    expect(await tasks.pendingAuthenticators?.()).toBeGreaterThan(0);
    expect(await rowOf()).toBeUndefined();
    const rows = await api.db.selectFrom('authenticators').select('userId').execute();
    expect(rows).toContainEqual({ userId: kept.id });
  });
});

describe('recovery codes', () => {
  it('are replaced together, and the owner gets a mail', async () => {
    const { recoveryCodes: old } = await setUpAuthenticator(api, headers.authorization.slice(7));
    await login({ code: old[9] });
    expect((await current()).recoveryCodesLeft).toBe(9);
    const { recoveryCodes } = (await replace()).body;
    expect((await current()).recoveryCodesLeft).toBe(10);
    expect(await kinds()).toContain('recovery-codes-replaced');
    expect(outcome(await login({ code: old[0] }))).toBe('401 invalid-code');
    expect((await login({ code: recoveryCodes[0] })).status).toBe(200);
  });

  it('are ten after several replacements at once, all of one call', async () => {
    const protectedAccount = await registerWithAuthenticator(api);
    const device = await api.signInAs({ userId: protectedAccount.id, withFactor: true });
    const answers = await Promise.all([1, 2, 3].map(() => device.request(`POST ${profile}/recovery-codes`)));
    expect((await secondFactorOf(api, device.accessToken)).recoveryCodesLeft).toBe(10);
    const now = api.clock.now();
    const checks = await Promise.all(
      answers.map(({ body }) =>
        checkCode(api.db, { userId: device.userId, code: body.recoveryCodes[0], now }),
      ),
    );
    expect(checks.toSorted()).toEqual(['right', 'wrong', 'wrong']);
  }, 30_000);

  it('are not made for an account without an authenticator app', async () => {
    expect(outcome(await replace())).toBe('409 conflict');
    const rows = api.db.selectFrom('recoveryCodes').selectAll().where('userId', '=', account.id);
    expect(await rows.execute()).toEqual([]);
  });
});
