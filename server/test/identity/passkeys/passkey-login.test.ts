/** Signing in with a passkey, and every way in which an answer can be forged, replayed or copied. */
import { randomBytes } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { cleanUp, cleanUpTasks } from '../../../src/clean-up.ts';
import { bearer, sessionCookieNames } from '../../accounts.ts';
import { cookiesOf, startApi } from '../../harness.ts';
import {
  addPasskey,
  findSession,
  insertOwner,
  loginOptions,
  loginPath,
  loginWith,
  passkeysPath,
  stepUpPath,
} from './passkey-owner.ts';
import { type Bend, SoftwareAuthenticator } from './software-authenticator.ts';

const api = await startApi();
const minute = 60_000;

beforeEach(() => api.db.deleteFrom('attemptCounters').execute());
afterEach(() => api.clock.reset());

const refused = {
  status: 401,
  body: {
    type: '/problems/unauthorized',
    detail: 'This passkey was not accepted. Sign in another way.',
  },
};
const send = (response: object) =>
  api.request(`POST ${loginPath}?includeTokens=true`, { body: { response } });

describe('loginWithPasskey', () => {
  it('asks for whichever passkey the browser has', async () => {
    expect(await loginOptions(api.request)).toMatchObject({
      rpId: 'localhost',
      timeout: 5 * minute,
      allowCredentials: [],
      userVerification: 'required',
      challenge: expect.stringMatching(/^[\w-]{43}$/),
    });
  });

  it.each(['ES256', 'EdDSA'] as const)('signs in, as two factors: %s', async (algorithm) => {
    const device = await api.signInAs();
    const { key } = await addPasskey(device, { key: new SoftwareAuthenticator(algorithm) });
    const from = api.log.length;
    api.clock.stop();
    const answer = await loginWith(api, key, { isSynced: true });
    expect(answer).toMatchObject({ status: 200, body: { id: device.userId } });
    expect(Object.keys(cookiesOf(answer)).toSorted()).toEqual(
      [...sessionCookieNames, 'knownDevice'].toSorted(),
    );
    const token = answer.body.tokens.accessToken.value;
    const [passkey] = (await api.request(`GET ${passkeysPath}`, { headers: bearer(token) })).body.data;
    expect(Date.parse(passkey.lastUsedAt)).toBe(api.clock.now().getTime());
    expect(passkey.isSynced).toBe(true);
    const { sid, sub } = JSON.parse(Buffer.from(token.split('.')[1], 'base64url').toString());
    expect(sub).toBe(device.userId);
    const session = await findSession(api, sid);
    expect(session).toMatchObject({ secondFactor: true, remember: true });
    expect(Date.parse(session.authenticatedAt)).toBe(api.clock.now().getTime());
    const logged = api.log.slice(from).join('');
    for (const secret of [key.id, token]) expect(logged).not.toContain(secret);
  });

  it('returns no tokens in the body unless they are asked for, and forgets with the browser', async () => {
    const { key, device } = await insertOwner(api);
    const response = key.get(await loginOptions(api.request));
    const answer = await api.request(`POST ${loginPath}`, { body: { response, remember: false } });
    expect(answer.body).toEqual({ id: device.userId });
    expect(answer.cookies.every((cookie) => cookie.expires === undefined)).toBe(true);
  });

  it.each<[string, Bend]>([
    ['of another site', { origin: 'https://ringside.evil.example' }],
    ['for another host', { rpId: 'evil.example' }],
    ['in a frame of another site', { crossOrigin: true }],
    ['of a registration', { type: 'webauthn.create' }],
    ['to another challenge', { challenge: randomBytes(32).toString('base64url') }],
    ['to a hostile challenge', { challenge: "' or 1=1 --\u0000" }],
    ['without a check of the owner', { userVerified: false }],
    ['without a person', { userPresent: false }],
    ['of an unknown passkey', { credentialId: randomBytes(32) }],
    ['for no account', { userHandle: null }],
    ['for another account', { userHandle: randomBytes(32).toString('base64url') }],
  ])('refuses an answer %s', async (_name, bend) => {
    const { key } = await insertOwner(api);
    const answer = await loginWith(api, key, bend);
    expect(answer).toMatchObject(refused);
    expect(answer.cookies).toEqual([]);
  });

  it('refuses the signature of another key, and a changed one', async () => {
    const { key } = await insertOwner(api);
    const thief = (await insertOwner(api)).key;
    expect(await loginWith(api, thief, { credentialId: key.credentialId })).toMatchObject(refused);
    const answer = key.get(await loginOptions(api.request));
    const data = Buffer.from(answer.response.authenticatorData, 'base64url');
    data.writeUInt32BE(7, 33);
    const authenticatorData = data.toString('base64url');
    expect(await send({ ...answer, response: { ...answer.response, authenticatorData } })).toMatchObject(
      refused,
    );
    expect(await send({ ...key.get(await loginOptions(api.request)), rawId: 'AAAA' })).toMatchObject(refused);
  });

  it('refuses an answer twice, after 5 minutes, and to the challenge of another ceremony', async () => {
    const { key, device } = await insertOwner(api);
    const { passkey: stepUp } = (await device.request(`POST ${stepUpPath}/options`)).body;
    expect(await send(key.get(stepUp))).toMatchObject(refused);
    const answer = key.get(await loginOptions(api.request));
    expect((await send(answer)).status).toBe(200);
    expect(await send(answer)).toMatchObject(refused);
    api.clock.stop();
    const late = key.get(await loginOptions(api.request));
    api.clock.advance(5 * minute);
    expect(await send(late)).toMatchObject(refused);
  });

  it('gives one of sixty calls with the same answer a session', async () => {
    const { key, device } = await insertOwner(api);
    const answer = key.get(await loginOptions(api.request));
    const second = (await api.startSecondServer())();
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, index) =>
        (index % 2 ? api.request : second)(`POST ${loginPath}`, { body: { response: answer } }),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(59);
    const sessions = await api.db
      .selectFrom('loginSessions')
      .select('id')
      .where('userId', '=', device.userId)
      .execute();
    expect(sessions).toHaveLength(2);
  });

  it('refuses a counter that does not grow, because then there is a copy of the passkey', async () => {
    const { key } = await insertOwner(api);
    const login = async (counter: number) => (await loginWith(api, key, { counter })).status;
    expect([await login(0), await login(0), await login(5)]).toEqual([200, 200, 200]);
    expect([await login(5), await login(4), await login(0)]).toEqual([401, 401, 401]);
    expect(await login(0xffff_ffff)).toBe(200);
  });

  it('counts two answers at once one after the other', async () => {
    const { key } = await insertOwner(api);
    const answers = await Promise.all(
      Array.from({ length: 8 }, async () => key.get(await loginOptions(api.request), { counter: 7 })),
    );
    const statuses = (await Promise.all(answers.map(send))).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
  });
});

describe('challenges', () => {
  it('are one for each session and ceremony, and the clean-up deletes expired ones', async () => {
    await api.db.deleteFrom('passkeyChallenges').execute();
    const { device, key } = await insertOwner(api);
    for (let time = 0; time < 3; time++) {
      await device.request(`POST ${passkeysPath}/options`);
      await device.request(`POST ${stepUpPath}/options`);
    }
    // That of a sign-in is a row only once it has been answered.
    await loginOptions(api.request);
    const countRows = async () => (await api.db.selectFrom('passkeyChallenges').selectAll().execute()).length;
    expect(await countRows()).toBe(2);
    expect((await loginWith(api, key)).status).toBe(200);
    expect(await countRows()).toBe(3);
    const tasks = cleanUpTasks({
      db: api.db,
      pictures: {} as never,
      ingest: { broadcasts: {} as never, films: undefined as never, remote: undefined },
      now: () => api.clock.now(),
    });
    const clean = async () => (await cleanUp(tasks, { warn: () => {} })).passkeyChallenges;
    expect(await clean()).toBe(0);
    api.clock.advance(5 * minute);
    expect(await clean()).toBe(2);
    api.clock.advance(24 * 60 * minute);
    expect(await clean()).toBe(1);
    expect(await countRows()).toBe(0);
  });
});
