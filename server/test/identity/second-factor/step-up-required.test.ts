/**
 * Every operation that the contract marks with `stepUp: required`, tried with sign-ins of any age.
 *
 * @engine one
 */
import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, it } from 'vitest';
import { contractOperations } from '../../../src/contract/document.ts';
import { exampleCall, targetOf } from '../../contract/contract-calls.ts';
import { exampleOf } from '../../contract/story.ts';
import { insertUser } from '../../factories.ts';
import { startApi } from '../../harness.ts';

let writes: string[] = [];
const api = await startApi({}, ({ sql }) => {
  if (/\binsert into\b|\bdelete from\b|\bupdate\s+\S+\s+set\b/i.test(sql)) writes.push(sql);
});
const permissions = (await api.db.selectFrom('permissions').select('code').execute()).map(({ code }) => code);
const minute = 60_000;

afterEach(() => api.clock.reset());

const guarded = contractOperations.filter(({ facts }) => facts.stepUp === 'required');

describe('an operation that needs a recent proof', () => {
  it('is every change of the own address, of roles, of users, of passwords by an administrator, of passkeys and of the second factor', () => {
    expect(guarded.map(({ operationId }) => operationId).toSorted()).toEqual([
      'changeOwnEmail',
      'confirmAuthenticator',
      'createAuthenticator',
      'createPasskey',
      'createPasskeyOptions',
      'createRole',
      'createUser',
      'deleteAuthenticator',
      'deleteOwnAccount',
      'deletePasskey',
      'deleteRole',
      'deleteUser',
      'deleteUserProviderIdentities',
      'deleteUserSecondFactor',
      'endUserLoginSessions',
      'inviteUser',
      'replaceRecoveryCodes',
      'updateRole',
      'updateUserAccess',
      'updateUserPassword',
      'verifyUserEmail',
    ]);
  });

  it.each(guarded.map((operation) => [operation.operationId, operation] as const))(
    '%s changes nothing with a sign-in of 10 minutes ago, and needs the permission first',
    async (_id, operation) => {
      api.clock.stop();
      const device = await api.signInAs({ scopes: permissions });
      const viewer = await api.signInAs();
      const call = exampleCall(operation);
      const { headers, body } = call;
      const send = (from = device) => from.request(targetOf(call), { headers, body });
      api.clock.advance(10 * minute + 1_000);
      writes = [];
      for (const cookies of [undefined, { accessToken: device.accessToken }]) {
        const answer = cookies ? await api.request(targetOf(call), { headers, body, cookies }) : await send();
        expect(answer).toMatchObject({ status: 403, body: { type: '/problems/step-up-required' } });
      }
      expect(writes).toEqual([]);
      const needsPermission = operation.security.some((scheme) => Object.values(scheme).flat().length > 0);
      expect((await send(viewer)).body.type).toBe(
        needsPermission ? '/problems/forbidden' : '/problems/step-up-required',
      );
      api.clock.advance(-2_000);
      expect((await send()).body?.type).not.toBe('/problems/step-up-required');
    },
  );
});

describe('the first password of an account without one', () => {
  const first = { password: exampleOf('UserCreate').password };
  const target = 'PATCH /api/v1/identity/profile/password';
  const hasPassword = async (userId: string) =>
    (await api.db.selectFrom('users').select('passwordHash').where('id', '=', userId).executeTakeFirst())
      ?.passwordHash !== null;

  it('needs a recent proof: a stolen access token of an old sign-in sets none', async () => {
    api.clock.stop();
    const device = await api.signInAs();
    api.clock.advance(10 * minute);
    for (const currentPassword of [undefined, 'Wrong-password-1!', randomUUID()]) {
      const body = currentPassword === undefined ? first : { ...first, currentPassword };
      expect(await device.request(target, { body })).toMatchObject({
        status: 403,
        body: { type: '/problems/step-up-required' },
      });
    }
    expect(await hasPassword(device.userId)).toBe(false);
    api.clock.advance(-1_000);
    expect((await device.request(target, { body: first })).status).toBe(204);
    expect(await hasPassword(device.userId)).toBe(true);
  });

  it('is no way around the old password of an account that has one', async () => {
    const device = await api.signInAs({ userId: await insertUser(api.db, { passwordHash: 'x' }) });
    expect(await device.request(target, { body: first })).toMatchObject({
      status: 400,
      body: { issues: [{ pointer: '/currentPassword' }] },
    });
  });
});
