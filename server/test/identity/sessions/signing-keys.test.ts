/**
 * The rotation of signing keys while servers run, without signing anyone out.
 *
 * @clocks apart
 */
import { decodeProtectedHeader } from 'jose';
import { afterEach, describe, expect, it } from 'vitest';
import { rotateSigningKeys } from '../../../src/identity/sessions/rotate-signing-keys.ts';
import { deleteSupersededTokenKeys, loadSigningKeys } from '../../../src/identity/sessions/signing-keys.ts';
import { bearer, registerAccount, signIn } from '../../accounts.ts';
import { type Request, startApi } from '../../harness.ts';

const api = await startApi();
const onSecondServer = (await api.startSecondServer())();
const servers: Request[] = [api.request, onSecondServer];
const [second, day] = [1_000, 86_400_000];
const account = await registerAccount(api);

afterEach(() => api.clock.reset());

const keyOf = (token: string) => decodeProtectedHeader(token).kid;
const rotate = (options = {}) => rotateSigningKeys(api.db, api.clock.now(), options);
const statusOn = async (request: Request, token: string) =>
  (await request('GET /api/v1/identity/auth/token/user-info', { headers: bearer(token) })).status;
const statusOnEveryServer = (token: string) =>
  Promise.all(servers.map((request) => statusOn(request, token)));
const signInOn = async (request: Request) =>
  (await signIn({ ...api, request }, account)).answer.body.tokens.accessToken.value as string;

/** A server uses a new key within a minute; the first request after that makes it reload the keys. */
async function untilItSigns(request: Request, keyId: string): Promise<string> {
  let token = '';
  await expect
    .poll(async () => {
      token = await signInOn(request);
      return keyOf(token);
    })
    .toBe(keyId);
  return token;
}

describe('a new signing key', () => {
  it('signs within a minute, is known to every server at once, and old tokens stay valid', async () => {
    const old = await signInOn(api.request);
    const keyId = await rotate();
    expect(keyOf(await signInOn(api.request))).toBe(keyOf(old));
    api.clock.advance(61 * second);
    const token = await untilItSigns(api.request, keyId);
    // The second server has not reloaded its keys yet; the unknown key id of the token makes it do so.
    expect(await statusOnEveryServer(token)).toEqual([200, 200]);
    expect(await statusOnEveryServer(old)).toEqual([200, 200]);
    await untilItSigns(onSecondServer, keyId);
    const { tokenKeys } = await loadSigningKeys(api.db, api.clock.now());
    expect(tokenKeys.map(({ id }) => id)).toEqual([keyId, keyOf(old)]);
  });

  it('is known at once to a server that has just reloaded its keys', async () => {
    api.clock.advance(200 * second);
    await signInOn(onSecondServer);
    const keyId = await rotate();
    // A server that starts now signs its first token with the new key.
    const token = await signInOn((await api.startSecondServer())());
    expect(keyOf(token)).toBe(keyId);
    expect(await statusOnEveryServer(token)).toEqual([200, 200]);
  });

  it('is the newest, even if the clock of the operator is wrong', async () => {
    const keyId = await rotateSigningKeys(api.db, new Date('2020-01-01T00:00:00Z'));
    const { tokenKeys } = await loadSigningKeys(api.db, api.clock.now());
    expect(tokenKeys[0]?.id).toBe(keyId);
  });

  it('may be created twice at the same time', async () => {
    const ids = await Promise.all([rotate(), rotate()]);
    const { tokenKeys } = await loadSigningKeys(api.db, api.clock.now());
    expect(
      tokenKeys
        .slice(0, 2)
        .map(({ id }) => id)
        .sort(),
    ).toEqual(ids.sort());
  });

  it('replaces a leaked key, which verifies no token after a minute', async () => {
    const { accessToken: old, refreshToken } = await signIn(api, account);
    const keyId = await rotate({ dropOld: true });
    api.clock.advance(61 * second);
    for (const request of servers) {
      await expect.poll(() => statusOn(request, old)).toBe(401);
    }
    const refreshed = await onSecondServer('POST /api/v1/identity/auth/token/refresh', {
      body: { refreshToken },
    });
    expect(keyOf(refreshed.body.accessToken.value)).toBe(keyId);
    expect(await statusOnEveryServer(refreshed.body.accessToken.value)).toEqual([200, 200]);
  });

  it('is recorded in the audit log, without the key itself', async () => {
    const keyId = await rotate();
    const entries = await api.db
      .selectFrom('auditEntries')
      .selectAll()
      .where('entityId', '=', keyId)
      .execute();
    expect(entries).toMatchObject([
      { actorId: null, action: 'admin rotate-keys', entityType: 'signing-key' },
    ]);
    const { jwk } = await api.db
      .selectFrom('signingKeys')
      .select('jwk')
      .where('id', '=', keyId)
      .executeTakeFirstOrThrow();
    expect(JSON.stringify(entries)).not.toContain(String(jwk.d));
  });

  it('keeps the old key until the last token that it signed has expired', async () => {
    await rotate();
    await rotate();
    const superseded = (days: number) =>
      deleteSupersededTokenKeys(api.db, new Date(api.clock.now().getTime() - days * day).toISOString());
    expect(await superseded(31)).toBe(0);
    api.clock.advance(32 * day);
    expect(await superseded(31)).toBeGreaterThan(0);
    const { tokenKeys } = await loadSigningKeys(api.db, api.clock.now());
    expect(tokenKeys).toHaveLength(1);
  });
});

describe('a token that names a key', () => {
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

  it.each(['unknown', '0199a3c4-0000-7000-8000-0000000000e1', 'a\u0000b', '', 4711, null, { a: 1 }])(
    '%j that does not exist is refused',
    async (kid) => {
      const token = `${encode({ alg: 'EdDSA', typ: 'at+jwt', kid })}.${encode({ sub: 'x' })}.AAAA`;
      expect(await statusOnEveryServer(token)).toEqual([401, 401]);
    },
  );
});
