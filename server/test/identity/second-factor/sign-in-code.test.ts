/** Signing in with a password and a code: what a code opens, once, and how often it may be guessed. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { checkCode } from '../../../src/identity/second-factor/check-code.ts';
import { signIn } from '../../accounts.ts';
import { type Answer, cookiesOf, type RequestOptions, startApi } from '../../harness.ts';
import { tokenMailedTo } from '../../mailbox.ts';
import {
  codeAt,
  outcome,
  type ProtectedAccount,
  profile,
  registerWithAuthenticator,
  secondFactorOf,
  stepMs,
  wrongCode,
} from './authenticator-app.ts';

const api = await startApi();
const onSecondServer = (await api.startSecondServer())();
afterEach(() => api.clock.reset());

let account: ProtectedAccount;
beforeEach(async () => {
  api.clock.stop();
  account = await registerWithAuthenticator(api);
  await api.db.deleteFrom('attemptCounters').execute();
});

const right = (steps = 0) => codeAt(account.secret, api.clock.now(), steps);
const wrong = () => wrongCode(account.secret, api.clock.now());
const address = () => `10.${[1, 2, 3].map(() => Math.floor(Math.random() * 256)).join('.')}`;

function login(body: object = {}, options: RequestOptions = {}, request = api.request): Promise<Answer> {
  return request('POST /api/v1/identity/auth/credentials/login?includeTokens=true', {
    body: { email: account.email, password: account.password, ...body },
    ...options,
  });
}

const outcomes = (answers: Answer[]) => {
  const counts: Record<string, number> = {};
  for (const answer of answers) counts[outcome(answer)] = (counts[outcome(answer)] ?? 0) + 1;
  return counts;
};
const leftOf = async () => (await secondFactorOf(api, account.accessToken)).recoveryCodesLeft;

describe('a sign-in with a password and an authenticator app', () => {
  it('needs a code, and sets no cookie without one', async () => {
    for (const body of [{}, { code: wrong() }]) {
      const refused = await login(body);
      expect(outcome(refused)).toBe(`401 ${'code' in body ? 'invalid-code' : 'code-required'}`);
      expect(refused.cookies).toEqual([]);
    }
    const answer = await login({ code: right() });
    expect(answer.status).toBe(200);
    expect(Object.keys(cookiesOf(answer))).toContain('knownDevice');
    const token = answer.body.tokens.accessToken.value;
    expect(await secondFactorOf(api, token)).toMatchObject({ isProved: true });
  });

  it('accepts a code one step early or late, typed with spaces', async () => {
    const early = right(-1);
    expect((await login({ code: `${early.slice(0, 3)} ${early.slice(3)}` })).status).toBe(200);
    expect((await login({ code: right(1) })).status).toBe(200);
    // The steps before a used one are used too.
    expect(outcome(await login({ code: right() }))).toBe('401 invalid-code');
    api.clock.advance(3 * stepMs);
    expect(outcome(await login({ code: right(-2) }))).toBe('401 invalid-code');
    expect(outcome(await login({ code: right(2) }))).toBe('401 invalid-code');
    expect((await login({ code: right() })).status).toBe(200);
  });

  it('accepts a code once, also while the clock stands still or after it was set back', async () => {
    const code = right();
    expect((await login({ code })).status).toBe(200);
    expect(outcome(await login({ code }))).toBe('401 invalid-code');
    api.clock.advance(-3_600_000);
    expect(outcome(await login({ code: right() }))).toBe('401 invalid-code');
    expect((await login({ code: account.recoveryCodes[0] })).status).toBe(200);
  });

  it('accepts a code once when it is checked thirty times at the same moment', async () => {
    const code = right();
    const now = api.clock.now();
    const checks = await Promise.all(
      Array.from({ length: 30 }, () => checkCode(api.db, { userId: account.id, code, now })),
    );
    expect(checks.filter((check) => check === 'right')).toHaveLength(1);
    expect(checks.filter((check) => check === 'wrong')).toHaveLength(29);
    api.clock.advance(2 * stepMs);
    const later = right();
    const flood = Array.from({ length: 30 }, (_, index) =>
      login({ code: later }, { remoteAddress: address() }, index % 2 === 0 ? api.request : onSecondServer),
    );
    expect((await Promise.all(flood)).filter(({ status }) => status === 200)).toHaveLength(1);
  });

  it('does not judge, spend or reveal a code of a caller with a wrong password', async () => {
    const password = 'Wrong-password-1!';
    const [code, recovery] = [right(), account.recoveryCodes[4]];
    expect(outcome(await login({ password, code }))).toBe('401 invalid-credentials');
    expect(outcome(await login({ password, code: recovery }))).toBe('401 invalid-credentials');
    expect(outcome(await login({ password, code: wrong() }))).toBe('401 invalid-credentials');
    expect(outcome(await login({ password }))).toBe('401 invalid-credentials');
    expect(await leftOf()).toBe(10);
    expect((await login({ code })).status).toBe(200);
  });

  it('still needs a code after the password was reset by mail', async () => {
    await api.db
      .updateTable('users')
      .set({ emailVerifiedAt: api.clock.now().toISOString() })
      .where('id', '=', account.id)
      .execute();
    const reset = '/api/v1/identity/auth/credentials/password-reset';
    await api.request(`POST ${reset}`, { body: { email: account.email } });
    const token = await tokenMailedTo(api, account.email, 'reset-password');
    const password = 'Round-eight-8!';
    expect((await api.request(`POST ${reset}/confirm`, { body: { token, password } })).status).toBe(204);
    expect(outcome(await login({ password }))).toBe('401 code-required');
    expect((await login({ password, code: right() })).status).toBe(200);
  });

  it.each(['x'.repeat(2_000), '0'.repeat(2_000), '1-'.repeat(1_000), '', '   ', 7, null, ['123456']])(
    'refuses a hostile code before it looks at the password: %.20j',
    async (code) => {
      expect(outcome(await login({ code, password: 'x' }))).toBe('400 validation-error');
    },
  );

  it.each(["' or 1=1 --", '%00', '11-0000-0000-0000-0000', '0-0000-0000-0000-0000', '१२३४५६', 'null'])(
    'takes %j for a wrong code',
    async (code) => {
      expect(outcome(await login({ code }))).toBe('401 invalid-code');
    },
  );
});

describe('a recovery code', () => {
  it('replaces the app once, in any way of typing', async () => {
    const [first = '', second = ''] = account.recoveryCodes;
    const answer = await login({ code: first.toLowerCase().replaceAll('-', ' ').replaceAll('0', 'o') });
    expect(answer.status).toBe(200);
    expect(await secondFactorOf(api, answer.body.tokens.accessToken.value)).toMatchObject({
      recoveryCodesLeft: 9,
      isProved: true,
    });
    expect(outcome(await login({ code: first }))).toBe('401 invalid-code');
    expect((await login({ code: second.replaceAll('-', '') })).status).toBe(200);
  });

  it('works once when it is checked many times at the same moment', async () => {
    const [code] = account.recoveryCodes;
    const now = api.clock.now();
    const checks = await Promise.all(
      Array.from({ length: 20 }, () => checkCode(api.db, { userId: account.id, code, now })),
    );
    expect(checks.filter((check) => check === 'right')).toHaveLength(1);
    expect(await leftOf()).toBe(9);
  });

  it('counts only with its own number', async () => {
    const [first = ''] = account.recoveryCodes;
    const secret = first.slice(first.indexOf('-'));
    for (const number of [2, 10, 11, 0])
      expect(outcome(await login({ code: `${number}${secret}` }))).toBe('401 invalid-code');
    expect(await leftOf()).toBe(10);
    expect((await login({ code: first })).status).toBe(200);
  });

  it('is used up after ten sign-ins, and the app still works', async () => {
    for (const code of account.recoveryCodes) expect((await login({ code })).status).toBe(200);
    expect(await leftOf()).toBe(0);
    for (const code of account.recoveryCodes.slice(0, 3))
      expect(outcome(await login({ code }))).toBe('401 invalid-code');
    expect((await login({ code: right() })).status).toBe(200);
  });
});

describe('guessing codes with the right password', () => {
  it('gets five answers when 60 come at once on two servers', async () => {
    const code = wrong();
    const flood = Array.from({ length: 60 }, (_, index) =>
      login({ code }, {}, index % 2 === 0 ? api.request : onSecondServer),
    );
    expect(outcomes(await Promise.all(flood))).toEqual({
      '401 invalid-code': 5,
      '429 too-many-requests': 55,
    });
    expect(outcome(await login({ code: right() }))).toBe('429 too-many-requests');
    api.clock.advance(1_000);
    expect((await login({ code: right() })).status).toBe(200);
  });

  it('counts together with wrong passwords', async () => {
    for (let time = 0; time < 5; time++)
      await login(time % 2 === 0 ? { code: wrong() } : { password: 'Wrong-password-1!' });
    expect((await login()).status).toBe(429);
  });

  it('gains nothing from sign-ins without a code in between, which are neither failures nor successes', async () => {
    for (let time = 0; time < 20; time++) expect(outcome(await login())).toBe('401 code-required');
    const answers: Answer[] = [];
    for (let time = 0; time < 10; time++) {
      answers.push(await login({ code: wrong() }));
      await login();
    }
    expect(outcomes(answers)).toEqual({ '401 invalid-code': 5, '429 too-many-requests': 5 });
  });

  it('gains nothing from sign-ins without a code at the same moment', async () => {
    const code = wrong();
    const flood = Array.from({ length: 60 }, (_, index) => login(index % 2 === 0 ? {} : { code }));
    const counts = outcomes(await Promise.all(flood));
    expect(counts['401 invalid-code'] ?? 0).toBeLessThanOrEqual(5);
    expect(counts['200'] ?? 0).toBe(0);
  });

  it('is slow from unlimited addresses: the owner can be found by luck in years, not in days', async () => {
    let guesses = 0;
    const day = 24 * 3_600_000;
    const end = api.clock.now().getTime() + day;
    while (api.clock.now().getTime() < end) {
      const { status, headers } = await login({ code: wrong() }, { remoteAddress: address() });
      if (status === 401) guesses++;
      else api.clock.advance(Number(headers['retry-after']) * 1_000);
    }
    expect(guesses).toBeGreaterThan(10);
    // Three codes of a million are right at any time.
    expect(guesses).toBeLessThan(45);
  }, 60_000);

  it('does not slow down a known device of the owner, nor can anyone without the password', async () => {
    const knownDevice = String(cookiesOf(await login({ code: right() })).knownDevice);
    for (let time = 0; time < 29; time++)
      await login({ password: 'Wrong-password-1!', code: '000000' }, { remoteAddress: address() });
    api.clock.advance(2 * stepMs);
    expect((await login({ code: right() }, { remoteAddress: address() })).status).toBe(200);
    api.clock.advance(2 * stepMs);
    for (let time = 0; time < 20; time++) await login({ code: wrong() }, { remoteAddress: address() });
    expect((await login({ code: right() }, { remoteAddress: address() })).status).toBe(429);
    expect((await login({ code: right() }, { cookies: { knownDevice } })).status).toBe(200);
  });

  it('is as slow from many known devices together, and strangers cannot slow these down', async () => {
    const devices: string[] = [];
    for (let count = 0; count < 8; count++) {
      devices.push(String(cookiesOf(await login({ code: right() })).knownDevice));
      api.clock.advance(2 * stepMs);
    }
    await api.db.deleteFrom('attemptCounters').execute();
    const answers: Answer[] = [];
    for (let minute = 0; minute < 90; minute += 3) {
      for (const knownDevice of devices)
        answers.push(await login({ code: wrong() }, { remoteAddress: address(), cookies: { knownDevice } }));
      api.clock.advance(3 * 60_000);
    }
    expect(outcomes(answers)['401 invalid-code']).toBeGreaterThan(9);
    expect(outcomes(answers)['401 invalid-code']).toBeLessThan(16);
    for (const knownDevice of devices)
      expect((await login({ code: right() }, { cookies: { knownDevice } })).status).toBe(429);
    // A sign-in of the owner without a known device is counted apart.
    expect((await login({ code: right() }, { remoteAddress: address() })).status).toBe(200);
  });

  it('makes no device a known one before a code was right', async () => {
    expect(cookiesOf(await login()).knownDevice).toBeUndefined();
    expect(cookiesOf(await login({ code: wrong() })).knownDevice).toBeUndefined();
  });
});

it('sessions that were there before the app was set up stay, and have proved nothing', async () => {
  const device = await api.signInAs({ userId: account.id });
  const { body } = await device.request(`GET ${profile}/second-factor`);
  expect(body).toMatchObject({ isProved: false });
  const signedIn = await signIn(api, account);
  expect(signedIn.answer.status).toBe(401);
});
