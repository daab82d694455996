/**
 * Compares the table of scopes (docs/product.md, 11.2 to 11.4) with the contract: each operation requires exactly the
 * scopes of the table, for both ways of signing in. contract-access.test.ts checks that the server enforces them.
 */
import { describe, expect, it } from 'vitest';
import { contractOperations } from '../../src/contract/document.ts';
import type { OperationId } from '../../src/contract/operation.ts';

/** One line for each scope, in the order of docs/product.md, 11.2. */
const table: Array<[scope: string, allows: OperationId[]]> = [
  [
    'event:read',
    [
      'listEvents',
      'getEvent',
      'listBlocks',
      'getBlock',
      'listLiveStreams',
      'getLiveStream',
      'listAccesses',
      'getAccess',
    ],
  ],
  ['event:read', ['exportAccesses', 'getImage']],
  ['event:create', ['createEvent', 'createBlock', 'createLiveStream', 'createAccess']],
  ['event:create', ['createLiveStreamInBlock', 'importAccesses']],
  ['event:update', ['updateEvent', 'updateBlock', 'updateLiveStream', 'updateAccess']],
  ['event:update', ['uploadImage', 'deleteImage']],
  [
    'event:delete',
    ['deleteEvent', 'deleteBlock', 'deleteLiveStream', 'deleteLiveStreamAlias', 'deleteAccess'],
  ],
  ['identity.auth.access:read', ['listRoles', 'listPermissions']],
  // Writing roles requires both scopes: reading roles and changing access.
  ['identity.auth.access:read', ['createRole', 'updateRole', 'deleteRole']],
  ['identity.user:access_update', ['createRole', 'updateRole', 'deleteRole']],
  ['identity.user:read', ['listUsers', 'getUser']],
  ['identity.user:read', ['listAuditEntries']],
  ['identity.user:create', ['createUser']],
  ['identity.user:access_read', ['getUserAccess']],
  ['identity.user:access_update', ['updateUserAccess', 'updateUserPassword']],
  ['identity.user:delete', ['deleteUser']],
];

/** Any signed-in user may call these for their own data. */
const signedInOperations: OperationId[] = [
  'getUserInfo',
  'getProfile',
  'updateProfile',
  'changeOwnEmail',
  'changeOwnPassword',
  'requestEmailVerification',
  'listLoginSessions',
  'endLoginSession',
  'getCompetitionAccess',
  'getLiveStreamSignedUrl',
  'listPlaybackSessions',
  'createPlaybackSession',
  'stopPlaybackSession',
  'pingPlaybackSession',
  'listPurchases',
];

/** Register, login, logout, provider and token operations require no scopes; competitions and the shop are public. */
const publicOperations: OperationId[] = [
  'register',
  'login',
  'logout',
  'refreshToken',
  'listProviders',
  'authorizeProvider',
  'handleProviderCallback',
  'authenticateWithProvider',
  'requestPasswordReset',
  'resetPassword',
  'verifyEmail',
  'listCompetitions',
  'getCompetition',
  'buyProduct',
  'getPrice',
  'handleStripeWebhook',
];

const scopesOf = (id: OperationId) => table.filter(([, ids]) => ids.includes(id)).map(([scope]) => scope);

describe('the scopes of an operation', () => {
  it.each(contractOperations.map(({ operationId, security }) => [operationId, security] as const))(
    '%s: the contract requires those of the table',
    (operationId, security) => {
      const scopes = scopesOf(operationId);
      if (publicOperations.includes(operationId)) {
        expect(security).toEqual([]);
        return;
      }
      if (!signedInOperations.includes(operationId)) expect(scopes).not.toEqual([]);
      expect(security.map((schemes) => Object.keys(schemes))).toEqual([['bearerAuth'], ['sessionCookie']]);
      for (const scheme of security) expect(Object.values(scheme)[0]?.toSorted()).toEqual(scopes.toSorted());
    },
  );

  it('the table names each operation of the contract in one place', () => {
    const scoped = [...new Set(table.flatMap(([, ids]) => ids))];
    const named = [...scoped, ...signedInOperations, ...publicOperations];
    expect(named.toSorted()).toEqual(contractOperations.map(({ operationId }) => operationId).toSorted());
  });
});
