/**
 * Which operations need a recent proof, and the one that needs it only sometimes. contract/contract-access.test.ts tries
 * every operation with old sign-ins.
 *
 * @engine one
 */
import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, it } from 'vitest';
import { contractOperations } from '../../../src/contract/document.ts';
import { exampleOf } from '../../contract/story.ts';
import { insertUser } from '../../factories.ts';
import { startApi } from '../../harness.ts';

const api = await startApi();
const minute = 60_000;

afterEach(() => api.clock.reset());

const guarded = contractOperations.filter(({ facts }) => facts.stepUp !== 'none');

describe('an operation that needs a recent proof', () => {
  it('is every change of who may do what and of how somebody signs in, and what gives addresses, keys or money to many', () => {
    expect(guarded.map(({ operationId }) => operationId).toSorted()).toEqual([
      'allowUserSecondFactor',
      'changeOwnEmail',
      'confirmAuthenticator',
      'createAuthenticator',
      'createCompensation',
      'createIngest',
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
      'exportAccesses',
      'exportOrders',
      'inviteUser',
      'moveOrder',
      'refundOrder',
      'replaceRecoveryCodes',
      'replaceStreamKey',
      'updateRole',
      'updateUserAccess',
      'updateUserPassword',
      'verifyUserEmail',
    ]);
  });
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
