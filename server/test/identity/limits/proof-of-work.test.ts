/** A network that has to wait may compute instead. Each test is an attack first. */
import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { countAttempt, counterKey } from '../../../src/identity/limits/attempt.repository.ts';
import {
  challengeLifetimeMs,
  failuresOfNetwork,
  type Limit,
  mailsOfNetwork,
  provenAttemptsOfNetwork,
  providerCallsOfNetwork,
  registrationsOfNetwork,
} from '../../../src/identity/limits/attempt.rules.ts';
import { password, registerAccount, registration } from '../../accounts.ts';
import { type Answer, type RequestOptions, startApi } from '../../harness.ts';
import { providerPath } from '../providers/provider-visitor.ts';
import { startTestIssuer } from '../providers/test-issuer.ts';
import { prove } from './prove.ts';

const statements: string[] = [];
const issuer = await startTestIssuer('venue');
const api = await startApi({ oidcProviders: [issuer.settings] }, ({ sql }) => void statements.push(sql));
const onSecondServer = (await api.startSecondServer())();
const credentials = '/api/v1/identity/auth/credentials';
const venue = '203.0.113.5';
const wrong = 'Wrong-password-1!';
const invented = () => `${randomUUID()}@example.test`;

beforeEach(async () => {
  api.clock.stop();
  await api.db.deleteFrom('attemptCounters').execute();
});
afterEach(() => api.clock.reset());

interface Attempt extends RequestOptions {
  email: string;
  password?: string;
  proof?: string;
}

function login({ email, password = wrong, proof, ...options }: Attempt, request = api.request) {
  const body = { email, password, ...(proof === undefined ? {} : { proof }) };
  return request(`POST ${credentials}/login`, { remoteAddress: venue, body, ...options });
}

/** Signs in as the client does: it computes when it is asked to. */
async function loginProving(attempt: Attempt): Promise<Answer> {
  const answer = await login(attempt);
  return answer.body?.type === '/problems/work-required'
    ? login({ ...attempt, proof: prove(answer.body.work) })
    : answer;
}

const asked = async (email: string, options: RequestOptions = {}) =>
  (await login({ email, ...options })).body.work;
const typeOf = ({ status, body }: Answer) => `${status} ${body?.type?.slice('/problems/'.length)}`;

/** As many failures as are free, and one more, which makes the network wait. */
async function exhaust(kind: string, limit: Limit, ip = venue) {
  const now = api.clock.now().toISOString();
  const free = limit.waits.filter((wait) => wait === 0).length;
  for (let time = 0; time <= free; time++) await countAttempt(api.db, counterKey(kind, ip), limit, now);
}
const exhaustVenue = () => exhaust('failures-of-network', failuresOfNetwork);

describe('seven people of a network', () => {
  it('get in while six loops try wrong passwords for invented addresses', async () => {
    const people = await Promise.all(Array.from({ length: 7 }, () => registerAccount(api)));
    const answers = new Map<string, number>();
    const loops = Array.from({ length: 6 }, async () => {
      for (let call = 0; call < 35; call++) {
        const type = typeOf(await login({ email: invented() }));
        answers.set(type, (answers.get(type) ?? 0) + 1);
      }
    });
    await Promise.all(loops);
    expect(answers.get('401 invalid-credentials')).toBeLessThan(120);
    expect(answers.get('429 work-required')).toBeGreaterThan(80);
    for (const { email } of people) expect((await loginProving({ email, password })).status).toBe(200);
  });

  it('need no more statements than at any other time', async () => {
    const { email } = await registerAccount(api);
    const statementsOf = async (attempt: Attempt) => {
      statements.length = 0;
      expect((await login(attempt)).status).toBe(200);
      // The jobs have statements of their own.
      return statements.filter((sql) => sql.includes('attempt_counters')).length;
    };
    // Mails about new devices are counted too, and only the second sign-in sends one.
    for (let time = 0; time < 2; time++) await login({ email, password });
    const usual = await statementsOf({ email, password });
    await exhaustVenue();
    expect(await statementsOf({ email, password, proof: prove(await asked(email)) })).toBe(usual);
  });

  it('wait for their own failures, which no work ends', async () => {
    const { email } = await registerAccount(api);
    await exhaustVenue();
    for (let time = 0; time < 5; time++) expect((await loginProving({ email })).status).toBe(401);
    expect(typeOf(await loginProving({ email, password }))).toBe('429 too-many-requests');
    api.clock.advance(1_000);
    expect((await loginProving({ email, password })).status).toBe(200);
  });
});

describe('a proof', () => {
  it('is good for its address, its network, its call and its two minutes alone', async () => {
    await exhaustVenue();
    await exhaust('registrations', registrationsOfNetwork);
    const [email, other] = [invented(), invented()];
    const elsewhere = '203.0.113.6';
    await exhaust('failures-of-network', failuresOfNetwork, elsewhere);
    const register = { ...registration(), email };
    const ofRegistration = await api.request(`POST ${credentials}/register`, {
      body: register,
      remoteAddress: venue,
    });
    const refused: Attempt[] = [
      { email, proof: prove(await asked(other)) },
      { email, proof: prove(await asked(email, { remoteAddress: elsewhere })) },
      { email, proof: prove(ofRegistration.body.work) },
    ];
    for (const attempt of refused) expect(typeOf(await login(attempt))).toBe('429 work-required');
    const proof = prove(await asked(email));
    api.clock.advance(challengeLifetimeMs + 1_000);
    await exhaustVenue();
    expect(typeOf(await login({ email, proof }))).toBe('429 work-required');
    // A clock that was set back makes no challenge last.
    api.clock.advance(-3_600_000);
    await exhaustVenue();
    expect(typeOf(await login({ email, proof }))).toBe('429 work-required');
    expect((await loginProving({ email })).status).toBe(401);
  });

  it('does the whole work for a challenge that nobody changed', async () => {
    await exhaustVenue();
    const email = invented();
    const work = await asked(email);
    const { challenge, bits } = work;
    const [expiresAt, salt, mac] = challenge.split('.');
    const later = (Number.parseInt(expiresAt, 36) + 30).toString(36);
    const proofs = [
      prove(work, (zeros) => zeros === bits - 1),
      prove({ challenge: [later, salt, mac].join('.'), bits }),
      prove({ challenge: [expiresAt, 'AAAAAAAAAAA', mac].join('.'), bits }),
      prove({ challenge: [expiresAt, salt, ''].join('.'), bits }),
      '.',
      '...',
      challenge,
    ];
    for (const proof of proofs) expect(typeOf(await login({ email, proof }))).toBe('429 work-required');
    for (const proof of ['x'.repeat(129), 'Ü', '']) {
      expect(typeOf(await login({ email, proof }))).toBe('400 validation-error');
    }
    expect((await login({ email, proof: 'x'.repeat(20 * 1024) })).status).toBe(413);
    expect((await login({ email, proof: prove(work) })).status).toBe(401);
  });

  it('is good once on each server when sixty calls bring it at once', async () => {
    await exhaustVenue();
    const email = invented();
    const proof = prove(await asked(email));
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, index) =>
        login({ email, proof }, index % 2 ? api.request : onSecondServer),
      ),
    );
    const types = answers.map(typeOf);
    expect(types.filter((type) => type === '401 invalid-credentials')).toHaveLength(2);
    expect(types.filter((type) => type === '429 work-required')).toHaveLength(58);
  });

  it('of one server is good on another', async () => {
    await exhaustVenue();
    const { email } = await registerAccount(api);
    const proof = prove(await asked(email));
    expect((await login({ email, password, proof }, onSecondServer)).status).toBe(200);
  });

  it('counts for the /56 of an IPv6 address', async () => {
    await exhaust('failures-of-network', failuresOfNetwork, '2001:db8:1:200::/56');
    await exhaust('failures-of-network', failuresOfNetwork, '2001:db8:1:300::/56');
    const email = invented();
    const proof = prove(await asked(email, { remoteAddress: '2001:db8:1:201::99' }));
    const from = async (remoteAddress: string) => typeOf(await login({ email, proof, remoteAddress }));
    expect(await from('2001:db8:1:300::1')).toBe('429 work-required');
    expect(await from('2001:db8:1:2ff:a:b:c:d')).toBe('401 invalid-credentials');
  });
});

describe('an attacker who does the work', () => {
  it('is bounded by a budget of the network, and sees no difference between addresses', async () => {
    await exhaustVenue();
    const free = provenAttemptsOfNetwork.waits.filter((wait) => wait === 0).length;
    const now = api.clock.now().toISOString();
    const key = counterKey('proven-failures-of-network', venue);
    for (let time = 0; time < free - 2; time++) await countAttempt(api.db, key, provenAttemptsOfNetwork, now);
    const { email: known } = await registerAccount(api);
    const visible = async (email: string) => {
      const answer = await login({ email });
      const { work, ...problem } = answer.body;
      const { challenge, bits } = work;
      const proved = await login({ email, proof: prove(work) });
      return [
        answer.status,
        problem,
        answer.headers['retry-after'],
        challenge.length,
        bits,
        proved.status,
        proved.body,
      ];
    };
    expect(await visible(known)).toEqual(await visible(invented()));
    expect((await loginProving({ email: invented() })).status).toBe(401);
    const refused = await loginProving({ email: known, password });
    expect([typeOf(refused), refused.headers['retry-after']]).toEqual(['429 too-many-requests', '1']);
    api.clock.advance(1_000);
    // A right password is given back, so that the next people do not wait either.
    for (let person = 0; person < 3; person++) {
      expect((await loginProving({ email: known, password })).status).toBe(200);
      api.clock.advance(1);
    }
  });
});

describe('the other calls that a network can use up', () => {
  it('accept a proof too', async () => {
    await exhaustVenue();
    for (const [kind, limit] of [
      ['registrations', registrationsOfNetwork],
      ['mails', mailsOfNetwork],
      ['provider-calls', providerCallsOfNetwork],
    ] as const) {
      await exhaust(kind, limit);
    }
    const { email } = await registerAccount(api);
    for (const [path, body, status] of [
      ['register', registration(), 201],
      ['password-reset', { email }, 204],
      // It has no second factor: the password was judged.
      ['lost-second-factor', { email, password }, 409],
    ] as const) {
      const call = `POST ${credentials}/${path}` as const;
      const refused = await api.request(call, { body, remoteAddress: venue });
      expect([path, typeOf(refused)]).toEqual([path, '429 work-required']);
      const proof = prove(refused.body.work);
      const proved = await api.request(call, { body: { ...body, proof }, remoteAddress: venue });
      expect([path, proved.status]).toEqual([path, status]);
    }
    const call = `GET ${providerPath}/venue/authorize` as const;
    const refused = await api.request(call, { remoteAddress: venue });
    expect(typeOf(refused)).toBe('429 work-required');
    const proved = await api.request(`${call}?proof=${prove(refused.body.work)}`, { remoteAddress: venue });
    expect(proved.status).toBe(200);
  });
});
