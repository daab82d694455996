/** Limits against guessing and flooding: which clients have to wait, how long, and which do not. */
import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { contractOperations } from '../../../src/contract/document.ts';
import { countAttempt, counterKey, refundAttempt } from '../../../src/identity/limits/attempt.repository.ts';
import {
  failuresOfNetwork,
  type Limit,
  registrationsOfNetwork,
} from '../../../src/identity/limits/attempt.rules.ts';
import { limitsOf } from '../../../src/identity/limits/limited-operations.ts';
import { type Account, password, registerAccount, registration, signIn } from '../../accounts.ts';
import { type Answer, cookiesOf, type RequestOptions, startApi } from '../../harness.ts';

const api = await startApi();
const onSecondServer = (await api.startSecondServer())();
const behindProxy = await startApi({ trustProxy: ['127.0.0.0/8'] });
const second = 1_000;

let account: Account;
beforeEach(async () => {
  for (const { clock } of [api, behindProxy]) clock.stop();
  account = await registerAccount(api);
  await api.db.deleteFrom('attemptCounters').execute();
});
afterEach(() => api.clock.reset());

const wrong = 'Wrong-password-1!';
const address = () => `10.${[1, 2, 3].map(() => Math.floor(Math.random() * 256)).join('.')}`;

function login(options: Partial<Account> & RequestOptions = {}, request = api.request): Promise<Answer> {
  const { email = account.email, password = wrong, ...others } = options;
  return request('POST /api/v1/identity/auth/credentials/login', { body: { email, password }, ...others });
}

async function failLogins(times: number, options: Parameters<typeof login>[0] = {}): Promise<Answer[]> {
  const answers: Answer[] = [];
  for (let time = 0; time < times; time++) answers.push(await login(options));
  return answers;
}

const statuses = (answers: Answer[]) => answers.map(({ status }) => status);
const countFailures = async (name: string, times: number, limit: Limit, ip: string) => {
  const now = api.clock.now().toISOString();
  for (let time = 0; time < times; time++) await countAttempt(api.db, counterKey(name, ip), limit, now);
};

describe('guessing the password of an account from one address', () => {
  it('has to wait longer each time, and the answer says how long', async () => {
    expect(statuses(await failLogins(5))).toEqual([401, 401, 401, 401, 401]);
    for (const wait of [1, 2, 4, 8]) {
      const refused = await login();
      expect(refused.status).toBe(429);
      expect(refused.headers['retry-after']).toBe(String(wait));
      expect(refused.body).toMatchObject({
        type: '/problems/too-many-requests',
        detail: `Too many attempts. Try again in ${wait} second${wait === 1 ? '' : 's'}.`,
      });
      api.clock.advance(wait * second);
      expect((await login()).status).toBe(401);
    }
  });

  it('refuses the right password during the wait, accepts it afterwards, and then resets the count', async () => {
    await failLogins(7);
    expect((await login({ password })).status).toBe(429);
    api.clock.advance(second);
    expect((await login({ password })).status).toBe(200);
    expect(statuses(await failLogins(6))).toEqual([401, 401, 401, 401, 401, 429]);
  });

  it('does not extend the wait by more attempts during it', async () => {
    await failLogins(5);
    expect(new Set(statuses(await failLogins(20)))).toEqual(new Set([429]));
    api.clock.advance(second);
    expect((await login({ password })).status).toBe(200);
  });

  it('never has to wait longer than ten minutes', async () => {
    let longest = 0;
    for (let time = 0; time < 40; time++) {
      const { status, headers } = await login();
      if (status !== 429) continue;
      const wait = Number(headers['retry-after']);
      longest = Math.max(longest, wait);
      api.clock.advance(wait * second);
    }
    expect(longest).toBe(600);
    api.clock.advance(600 * second);
    expect((await login({ password })).status).toBe(200);
  });

  it('causes no longer wait when the clock of another server is ahead', async () => {
    api.clock.advance(2 * second);
    await failLogins(2);
    api.clock.reset();
    expect((await login({ password })).status).toBe(200);
    api.clock.advance(24 * 3_600 * second);
    await failLogins(5);
    api.clock.reset();
    expect((await login({ password })).status).toBe(200);
  });

  it('is forgotten after a while', async () => {
    await failLogins(5);
    api.clock.advance(3_600 * second);
    expect(statuses(await failLogins(5))).toEqual([401, 401, 401, 401, 401]);
  });

  it('gets one guess after each wait when many come at once on two servers', async () => {
    await failLogins(5);
    api.clock.advance(600 * second);
    const flood = Array.from({ length: 50 }, (_, index) =>
      login({}, index % 2 === 0 ? api.request : onSecondServer),
    );
    const answers = statuses(await Promise.all(flood));
    expect(answers.filter((status) => status === 401)).toHaveLength(1);
    expect(answers.filter((status) => status === 429)).toHaveLength(49);
  });

  it.each(['an account', 'no account'])(
    'gets five guesses at %s when 60 come at once on two servers',
    async (kind) => {
      const email = kind === 'an account' ? account.email : `${randomUUID()}@example.test`;
      const flood = Array.from({ length: 60 }, (_, index) =>
        login({ email }, index % 2 === 0 ? api.request : onSecondServer),
      );
      const answers = await Promise.all(flood);
      expect(statuses(answers).filter((status) => status === 401)).toHaveLength(5);
      const refused = answers.filter(({ status }) => status === 429);
      expect(refused).toHaveLength(55);
      expect(new Set(refused.map(({ headers }) => headers['retry-after']))).toEqual(new Set(['1']));
      // Refused attempts count nowhere, so they do not slow down the account's owner elsewhere.
      const everywhere = counterKey('guesses', email);
      const row = await api.db.selectFrom('attemptCounters').select('failures').where('key', '=', everywhere);
      expect(await row.executeTakeFirst()).toEqual({ failures: 5 });
    },
  );

  it('is counted over all servers, not by each server alone', async () => {
    const answers: Answer[] = [];
    for (let time = 0; time < 7; time++)
      answers.push(await login({}, time % 2 === 0 ? api.request : onSecondServer));
    expect(statuses(answers)).toEqual([401, 401, 401, 401, 401, 429, 429]);
  });

  it('does not reveal whether the account exists', async () => {
    const visible = async (email: string) => {
      const answers = await failLogins(9, { email, remoteAddress: address() });
      return answers.map(({ status, body, headers }) => ({ status, body, wait: headers['retry-after'] }));
    };
    expect(await visible(`${randomUUID()}@example.test`)).toEqual(await visible(account.email));
  });

  it('stores nothing of the input', async () => {
    await failLogins(3, { email: 'my-secret-password@example.test', remoteAddress: '198.51.100.77' });
    const rows = await api.db.selectFrom('attemptCounters').selectAll().execute();
    expect(rows).toHaveLength(3);
    expect(JSON.stringify(rows)).not.toMatch(/secret|example|198\.51/);
  });
});

describe('an attacker', () => {
  it('does not delay the owner at another address', async () => {
    await failLogins(20, { remoteAddress: '198.51.100.7' });
    expect((await login({ remoteAddress: '198.51.100.7', password })).status).toBe(429);
    expect((await login({ remoteAddress: '198.51.100.8', password })).status).toBe(200);
  });

  it('does not delay a known device of the owner at any address', async () => {
    const cookies = cookiesOf((await signIn(api, account)).answer);
    const knownDevice = String(cookies.knownDevice);
    for (let place = 0; place < 40; place++) await login({ remoteAddress: address() });
    await failLogins(20);
    expect((await login({ password })).status).toBe(429);
    expect((await login({ password, remoteAddress: address() })).status).toBe(429);
    expect((await login({ password, cookies: { knownDevice } })).status).toBe(200);
  });

  it('gains nothing from a forged proof of a known device, one of another account, or one of a device that guesses', async () => {
    const other = await registerAccount(api);
    const { knownDevice: others } = cookiesOf((await signIn(api, other)).answer);
    const { knownDevice: own } = cookiesOf((await signIn(api, account)).answer);
    await failLogins(5);
    for (const knownDevice of [String(others), `${own}x`, `x${own}`, 'x.y', '.', '', `${own}.${own}`]) {
      expect((await login({ password, cookies: { knownDevice } })).status).toBe(429);
    }
    const cookies = { knownDevice: String(own) };
    expect((await login({ cookies, headers: { authorization: 'x' }, password })).status).toBe(429);
    expect(statuses(await failLogins(6, { cookies })).slice(-2)).toEqual([401, 429]);
    expect((await login({ password, cookies })).status).toBe(429);
  });

  it('gets fewer than 100 guesses per hour at one account, even with unlimited addresses', async () => {
    let guesses = 0;
    const end = api.clock.now().getTime() + 3_600 * second;
    while (api.clock.now().getTime() < end) {
      const { status, headers } = await login({ remoteAddress: address() });
      if (status === 401) guesses++;
      else api.clock.advance(Number(headers['retry-after']) * second);
    }
    expect(guesses).toBeGreaterThan(30);
    expect(guesses).toBeLessThan(100);
    api.clock.advance(60 * second);
    expect((await login({ password, remoteAddress: address() })).status).toBe(200);
  }, 30_000);
});

describe('one network', () => {
  const venue = '203.0.113.5';

  it('has to wait after many failures with any accounts, and no other network has to', async () => {
    await countFailures('failures-of-network', 100, failuresOfNetwork, venue);
    const stranger = () => login({ email: `${randomUUID()}@example.test`, remoteAddress: venue });
    expect((await stranger()).status).toBe(401);
    const refused = await stranger();
    expect([refused.status, refused.headers['retry-after']]).toEqual([429, '1']);
    expect((await login({ password, remoteAddress: '203.0.113.6' })).status).toBe(200);
    api.clock.advance(second);
    // A successful sign-in is not counted, so that the next ones do not have to wait.
    for (let viewer = 0; viewer < 5; viewer++) {
      expect((await login({ password, remoteAddress: venue })).status).toBe(200);
      api.clock.advance(1);
    }
    expect((await stranger()).status).toBe(401);
    expect((await stranger()).status).toBe(429);
  });

  it('may sign in any number of people at the same time', async () => {
    const accounts = await Promise.all(
      Array.from({ length: 50 }, () => registerAccount(api, { remoteAddress: address() })),
    );
    const signedIn = await Promise.all(
      accounts.map(({ email }) => login({ email, password, remoteAddress: venue })),
    );
    expect(new Set(statuses(signedIn))).toEqual(new Set([200]));
    const rows = await api.db
      .selectFrom('attemptCounters')
      .selectAll()
      .where('key', '=', counterKey('failures-of-network', venue))
      .execute();
    expect(rows.map(({ failures }) => failures)).toEqual([0]);
  });

  it('does not end its wait by a sign-in that was running when the wait began', async () => {
    const key = counterKey('failures-of-network', venue);
    const count = () => countAttempt(api.db, key, failuresOfNetwork, api.clock.now().toISOString());
    const running = await count();
    await countFailures('failures-of-network', 100, failuresOfNetwork, venue);
    api.clock.advance(second);
    await count();
    if (running) await refundAttempt(api.db, key, failuresOfNetwork, running);
    expect((await login({ password, remoteAddress: venue })).status).toBe(429);
    api.clock.advance(second);
    expect((await login({ password, remoteAddress: venue })).status).toBe(200);
  });

  it('is an IPv6 prefix of 56 bits, not a single address', async () => {
    await countFailures('failures-of-network', 101, failuresOfNetwork, '2001:db8:1:200::/56');
    const from = (remoteAddress: string) =>
      login({ email: `${randomUUID()}@example.test`, remoteAddress }).then(({ status }) => status);
    expect(await from('2001:db8:1:201::99')).toBe(429);
    expect(await from('2001:db8:1:2ff:a:b:c:d')).toBe(429);
    expect(await from('2001:db8:1:300::1')).toBe(401);
  });

  it('is determined by our own proxy only', async () => {
    const from = (headers: Record<string, string>, target = api) =>
      login({ headers, email: account.email }, target.request);
    for (let time = 0; time < 5; time++) await from({ 'x-forwarded-for': address() });
    expect((await from({ 'x-forwarded-for': address() })).status).toBe(429);

    for (let time = 0; time < 5; time++) await from({ 'x-forwarded-for': '198.51.100.9' }, behindProxy);
    expect((await from({ 'x-forwarded-for': '198.51.100.9' }, behindProxy)).status).toBe(429);
    // Addresses that the client itself has added in front do not count.
    expect((await from({ 'x-forwarded-for': '1.2.3.4, 198.51.100.9' }, behindProxy)).status).toBe(429);
    expect((await from({ 'x-forwarded-for': '198.51.100.10' }, behindProxy)).status).toBe(401);
  });

  it('may create many accounts, but not without limit', async () => {
    const register = (remoteAddress: string) =>
      api.request('POST /api/v1/identity/auth/credentials/register', { body: registration(), remoteAddress });
    await countFailures('registrations', 199, registrationsOfNetwork, venue);
    expect(statuses([await register(venue), await register(venue)])).toEqual([201, 201]);
    const refused = await register(venue);
    expect([refused.status, refused.headers['retry-after']]).toEqual([429, '1']);
    expect((await register('203.0.113.6')).status).toBe(201);
    api.clock.advance(second);
    expect((await register(venue)).status).toBe(201);
  });
});

describe('register', () => {
  it('cannot be used to flood an address with mails', async () => {
    const body = registration();
    const answers: Answer[] = [];
    for (let time = 0; time < 7; time++) {
      const options = { body, remoteAddress: address() };
      answers.push(await api.request('POST /api/v1/identity/auth/credentials/register', options));
    }
    expect(statuses(answers).indexOf(429)).toBe(6);
    expect(answers[6]?.headers['retry-after']).toBe('60');
  });
});

describe('the limits', () => {
  const named = contractOperations
    .map(({ facts }) => facts.limited)
    // Open streams are counted by `streams/open-streams.ts`, which has tests of its own.
    .filter((limit) => limit !== 'none' && limit !== 'open-streams');

  it('are exactly those that the contract names', () => {
    expect(
      Object.keys(
        limitsOf({
          isKnownDevice: async () => false,
          hasConfirmedAddress: async () => false,
          isKnownCode: async () => false,
          addressOf: async () => undefined,
          accountOfLink: async () => undefined,
        }),
      ).sort(),
    ).toEqual([...new Set(named)].sort());
  });

  it('are declared as a 429 exactly for the operations with a limit', () => {
    const declared = contractOperations.filter(({ responses }) => '429' in responses);
    expect(declared).toEqual(contractOperations.filter(({ facts }) => facts.limited !== 'none'));
  });
});
