/** Adding, naming and removing one's own passkeys, and every way in which a registration can be forged. */
import { randomBytes } from 'node:crypto';
import { afterEach, describe, expect, it } from 'vitest';
import { insertUser } from '../../factories.ts';
import { startApi } from '../../harness.ts';
import { mailsTo } from '../../mailbox.ts';
import {
  addPasskey,
  creationOptions,
  insertOwner,
  loginWith,
  passkeysPath,
  stepUpPath,
} from './passkey-owner.ts';
import { type Bend, rsaKey, SoftwareAuthenticator } from './software-authenticator.ts';

const api = await startApi();
const minute = 60_000;

afterEach(() => api.clock.reset());

const refused = {
  status: 400,
  body: {
    issues: [{ detail: 'This passkey was not accepted. Try again.', pointer: '/response', location: 'body' }],
  },
};
const listOf = async ({ request }: Pick<typeof api, 'request'>) =>
  (await request(`GET ${passkeysPath}`)).body.data;

describe('adding a passkey', () => {
  it('asks the browser for a passkey that knows its account and checks its owner', async () => {
    const { request, userId } = await api.signInAs();
    const options = await creationOptions(request);
    expect(options).toMatchObject({
      rp: { name: 'Ringside', id: 'localhost' },
      user: { name: `${userId}@example.test`, displayName: 'Test User' },
      pubKeyCredParams: [-8, -7, -257].map((alg) => ({ alg, type: 'public-key' })),
      timeout: 5 * minute,
      attestation: 'none',
      excludeCredentials: [],
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    });
    expect(options.challenge).toMatch(/^[\w-]{43}$/);
    // Random, and the same for each passkey of the account.
    expect(options.user.id).toMatch(/^[\w-]{43}$/);
    expect((await creationOptions(request)).user.id).toBe(options.user.id);
    expect((await creationOptions((await api.signInAs()).request)).user.id).not.toBe(options.user.id);
  });

  it.each(['ES256', 'EdDSA'] as const)(
    'stores it, lists it and notifies the owner: %s',
    async (algorithm) => {
      const device = await api.signInAs();
      const from = api.log.length;
      const key = new SoftwareAuthenticator(algorithm);
      const { answer } = await addPasskey(device, { key, name: ' My phone ', isSynced: true });
      expect(answer).toMatchObject({
        status: 201,
        headers: { location: `${passkeysPath}/${answer.body.id}` },
      });
      const [passkey] = await listOf(device);
      expect(passkey).toEqual({
        id: answer.body.id,
        name: 'My phone',
        isSynced: true,
        lastUsedAt: null,
        frozenAt: null,
        createdAt: expect.any(String),
      });
      expect((await creationOptions(device.request)).excludeCredentials).toEqual([
        { id: key.id, type: 'public-key', transports: ['hybrid', 'internal'] },
      ]);
      const [mail] = await mailsTo(api, `${device.userId}@example.test`);
      expect(mail).toMatchObject({ kind: 'passkey-added', token: expect.stringMatching(/^[\w-]{43}$/) });
      expect((await loginWith(api, key)).status).toBe(200);
      expect(api.log.slice(from).join('')).not.toContain(key.id);
    },
  );

  it('names it after the device when the owner does not', async () => {
    const device = await api.signInAs();
    const response = new SoftwareAuthenticator().create(await creationOptions(device.request));
    const headers = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Gecko/20100101 Firefox/140.0' };
    await device.request(`POST ${passkeysPath}`, { body: { response }, headers });
    expect(await listOf(device)).toMatchObject([{ name: 'Firefox on Linux', isSynced: false }]);
  });

  it.each<[string, Bend]>([
    ['of another site', { origin: 'https://ringside.evil.example' }],
    ['of another port', { origin: 'http://localhost:4000' }],
    ['for another host', { rpId: 'evil.example' }],
    ['in a frame of another site', { crossOrigin: true }],
    ['of a sign-in', { type: 'webauthn.get' }],
    ['to another challenge', { challenge: randomBytes(32).toString('base64url') }],
    ['to no challenge', { challenge: '' }],
    ['without a check of the owner', { userVerified: false }],
    ['without a person', { userPresent: false }],
    ['with an id that is too long', { credentialId: randomBytes(1_024) }],
    ['with a key that is too long', { publicKey: rsaKey(2_048) }],
    ['with a key of no kind', { publicKey: Buffer.from([0xa0]) }],
    ['with no key', { publicKey: Buffer.alloc(0) }],
    ['with a certificate of its maker', { format: 'android-key' }],
    ['with a certificate of Apple', { format: 'apple' }],
    ['with an unknown statement', { format: 'canary' }],
  ])('refuses an answer %s, and spends its challenge', async (_name, bend) => {
    const device = await api.signInAs();
    const options = await creationOptions(device.request);
    const key = new SoftwareAuthenticator();
    const send = (how: Bend) =>
      device.request(`POST ${passkeysPath}`, { body: { response: key.create(options, how) } });
    expect(await send(bend)).toMatchObject(refused);
    if (bend.challenge === undefined) expect(await send({})).toMatchObject(refused);
    expect(await listOf(device)).toEqual([]);
    expect(await mailsTo(api, `${device.userId}@example.test`)).toEqual([]);
  });

  it('refuses an answer twice, after 5 minutes, in another session and for another ceremony', async () => {
    const device = await api.signInAs();
    const other = await api.signInAs({ userId: device.userId });
    const send = (options: object, { request } = device) =>
      request(`POST ${passkeysPath}`, {
        body: { response: new SoftwareAuthenticator().create(options as never) },
      });
    api.clock.stop();
    const options = await creationOptions(device.request);
    expect(await send(options, other)).toMatchObject(refused);
    api.clock.advance(5 * minute - 1);
    expect((await send(options)).status).toBe(201);
    expect(await send(options)).toMatchObject(refused);

    api.clock.advance(-4 * minute);
    const late = await creationOptions(device.request);
    api.clock.advance(5 * minute);
    expect(await send(late)).toMatchObject(refused);

    api.clock.advance(-5 * minute);
    const { passkey } = (await device.request(`POST ${stepUpPath}/options`)).body;
    expect(await send({ ...late, challenge: passkey.challenge })).toMatchObject(refused);
    const replaced = await creationOptions(device.request);
    await creationOptions(device.request);
    expect(await send(replaced)).toMatchObject(refused);
  });

  it('refuses a passkey that belongs to an account already', async () => {
    const { device, key } = await insertOwner(api);
    for (const owner of [device, await api.signInAs()])
      expect((await addPasskey(owner, { key })).answer).toMatchObject({
        status: 409,
        body: { detail: 'This passkey was added already.' },
      });
  });

  it('adds no more than 20, whatever the number of calls at once', async () => {
    const { userId } = await api.signInAs();
    const ready = await Promise.all(
      Array.from({ length: 30 }, async () => {
        const device = await api.signInAs({ userId, withFactor: true });
        return { device, options: await creationOptions(device.request) };
      }),
    );
    const answers = await Promise.all(
      ready.map(({ device, options }) =>
        device.request(`POST ${passkeysPath}`, {
          body: { response: new SoftwareAuthenticator().create(options) },
        }),
      ),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([
      ...Array(20).fill(201),
      ...Array(10).fill(409),
    ]);
    const device = await api.signInAs({ userId, withFactor: true });
    expect(await listOf(device)).toHaveLength(20);
    expect(await device.request(`POST ${passkeysPath}/options`)).toMatchObject({
      status: 409,
      body: { detail: 'An account has at most 20 passkeys. Remove one that you no longer use.' },
    });
  });

  it('adds nothing for a session that ends meanwhile', async () => {
    const device = await api.signInAs();
    const response = new SoftwareAuthenticator().create(await creationOptions(device.request));
    let answer: Promise<{ status: number }> | undefined;
    await api.db.transaction().execute(async (trx) => {
      // As the link "This was not me" does, before the call arrives at the lock of the user.
      await trx.selectFrom('users').select('id').where('id', '=', device.userId).forUpdate().execute();
      await trx
        .updateTable('loginSessions')
        .set({ revokedAt: api.clock.now().toISOString() })
        .where('id', '=', device.sessionId)
        .execute();
      if (api.databaseUrl === undefined) return;
      answer = device.request(`POST ${passkeysPath}`, { body: { response } });
      await new Promise((resolve) => setTimeout(resolve, 300));
    });
    answer ??= device.request(`POST ${passkeysPath}`, { body: { response } });
    expect((await answer).status).toBe(401);
    const own = await api.db
      .selectFrom('passkeys')
      .select('id')
      .where('userId', '=', device.userId)
      .execute();
    expect(own).toEqual([]);
  });

  it('refuses bodies of any size with a 400 or a 413', async () => {
    const { request } = await api.signInAs();
    const answer = new SoftwareAuthenticator().create(await creationOptions(request));
    for (const length of [8_193, 20_000]) {
      const long = 'A'.repeat(length);
      for (const change of [{ clientDataJSON: long }, { attestationObject: long }]) {
        const response = { ...answer, response: { ...answer.response, ...change } };
        const { status } = await request(`POST ${passkeysPath}`, { body: { response } });
        expect([400, 413]).toContain(status);
      }
    }
    // Deep CBOR: a list in a list, eight thousand times.
    const deep = Buffer.alloc(6_000, 0x81).toString('base64url');
    const response = { ...answer, response: { ...answer.response, attestationObject: deep } };
    expect(await request(`POST ${passkeysPath}`, { body: { response } })).toMatchObject(refused);
  });
});

describe('a passkey of somebody else', () => {
  it('can neither be seen, nor named, nor removed', async () => {
    const { device, passkeyId } = await insertOwner(api);
    const stranger = await api.signInAs();
    expect(await listOf(stranger)).toEqual([]);
    const target = `${passkeysPath}/${passkeyId}`;
    expect((await stranger.request(`PATCH ${target}`, { body: { name: 'Mine' } })).status).toBe(404);
    expect((await stranger.request(`DELETE ${target}`)).status).toBe(404);
    expect(await listOf(device)).toMatchObject([{ id: passkeyId, name: 'Unknown device' }]);
  });
});

describe('updatePasskey', () => {
  it('changes the name alone', async () => {
    const { device, passkeyId } = await insertOwner(api);
    const [before] = await listOf(device);
    const target = `${passkeysPath}/${passkeyId.toUpperCase()}`;
    expect((await device.request(`PATCH ${target}`, { body: { name: ' Blue key ' } })).status).toBe(204);
    expect(await listOf(device)).toEqual([{ ...before, name: 'Blue key' }]);
    expect((await device.request(`PATCH ${target}`, { body: { name: ' ' } })).status).toBe(400);
  });
});

describe('deletePasskey', () => {
  it('removes a passkey: it signs in no more, and the owner is notified', async () => {
    const userId = await insertUser(api.db, {
      passwordHash: 'x',
      emailVerifiedAt: new Date().toISOString(),
    });
    const { device, key, passkeyId } = await insertOwner(api, { userId });
    const session = (await loginWith(api, key)).body.tokens.accessToken.value;
    expect((await device.request(`DELETE ${passkeysPath}/${passkeyId.toUpperCase()}`)).status).toBe(204);
    expect(await listOf(device)).toEqual([]);
    expect((await loginWith(api, key)).status).toBe(401);
    expect((await mailsTo(api, `${userId}@example.test`)).map(({ kind }) => kind)).toEqual([
      'passkey-added',
      'new-device',
      'passkey-removed',
    ]);
    const headers = { authorization: `Bearer ${session}` };
    expect((await api.request(`GET ${passkeysPath}`, { headers })).status).toBe(200);
    expect((await device.request(`DELETE ${passkeysPath}/${passkeyId}`)).status).toBe(404);
  });

  it('keeps the last way to sign in', async () => {
    const { device, passkeyId } = await insertOwner(api);
    const remove = (id: string) => device.request(`DELETE ${passkeysPath}/${id}`);
    expect(await remove(passkeyId)).toMatchObject({
      status: 409,
      body: { detail: 'This passkey is the only way to sign in to your account. Set a password first.' },
    });
    const { answer } = await addPasskey(device);
    const both = await Promise.all([remove(passkeyId), remove(answer.body.id)]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([204, 409]);
    await api.db
      .insertInto('providerIdentities')
      .values({ issuer: 'https://id.test', subject: device.userId, userId: device.userId })
      .execute();
    const [last] = await listOf(device);
    expect((await remove(last.id)).status).toBe(204);
  });
});
