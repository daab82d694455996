/**
 * Compares the table of scopes (docs/product.md, 11.2 to 11.4) with the contract: each operation requires exactly the
 * scopes of the table, for both ways of signing in. contract-access.test.ts checks that the server enforces them.
 * A new operation needs a line here only when its scope does not follow from its path and method.
 *
 * @engine one
 */
import { describe, expect, it } from 'vitest';
import { type ContractOperation, contractOperations } from '../../src/contract/document.ts';
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
  ['event:read', ['exportAccesses', 'getImage', 'getDesk', 'streamDesk']],
  ['event:read', ['duplicateEvent', 'explainAccess']],
  [
    'event:read',
    ['listFighters', 'exportFighters', 'getFighter', 'listBouts', 'getEstimateReview', 'getBout'],
  ],
  ['event:create', ['createEvent', 'createBlock', 'createLiveStream', 'createAccess']],
  ['event:create', ['duplicateEvent']],
  ['event:create', ['createLiveStreamInBlock', 'importAccesses']],
  ['event:update', ['updateEvent', 'updateBlock', 'updateLiveStream', 'updateAccess']],
  ['event:update', ['uploadImage', 'deleteImage', 'endUserPlaybackSession', 'sendUserVerification']],
  [
    'event:update',
    ['createFighter', 'updateFighter', 'createBout', 'updateBout', 'deleteBout', 'orderBouts'],
  ],
  ['event:update', ['mergeFighters', 'importBouts']],
  ['event:delete', ['deleteFighter', 'anonymiseFighter']],
  ['event:bell', ['getBellBoard', 'streamBellBoard', 'ringBell', 'undoBell']],
  ['event:result', ['getResultBoard', 'signResult', 'confirmResult']],
  ['event:read', ['getIngest', 'downloadRecording', 'listCutPlaces', 'listChapters', 'listFilms']],
  [
    'event:update',
    [
      'createIngest',
      'replaceStreamKey',
      'endBroadcast',
      'keepEncoder',
      'deleteIngest',
      'trimReplay',
      'restoreReplay',
      'setChapter',
      'deleteChapter',
    ],
  ],
  ['event:update', ['createFilm', 'appendToFilm', 'deleteFilm']],
  ['event:read', ['setVenueDelay']],
  ['event:bell', ['setVenueDelay']],
  ['event:update', ['setBanner', 'deleteBanner', 'setFeaturedStream', 'deleteFeaturedStream']],
  [
    'event:delete',
    ['deleteEvent', 'deleteBlock', 'deleteLiveStream', 'deleteLiveStreamAlias', 'deleteAccess'],
  ],
  ['identity.auth.access:read', ['listRoles', 'getRole', 'listPermissions']],
  // Writing roles requires both scopes: reading roles and changing access.
  ['identity.auth.access:read', ['createRole', 'updateRole', 'deleteRole']],
  ['identity.user:access_update', ['createRole', 'updateRole', 'deleteRole']],
  ['identity.user:read', ['listUsers', 'getUser']],
  ['identity.user:read', ['listAuditEntries', 'explainAccess', 'listUserLoginSessions']],
  ['identity.user:read', ['listConfiguredProviders', 'getUserSignInWays']],
  // Mending for a viewer changes what an event gives, and needs to know the viewer.
  ['identity.user:read', ['endUserPlaybackSession', 'sendUserVerification']],
  ['identity.user:create', ['createUser', 'inviteUser', 'resendInvitation']],
  ['identity.user:access_read', ['getUserAccess']],
  [
    'identity.user:access_update',
    [
      'updateUserAccess',
      'updateUserPassword',
      'deleteUserProviderIdentities',
      'deleteUserSecondFactor',
      'allowUserSecondFactor',
    ],
  ],
  ['identity.user:access_update', ['updateUser', 'verifyUserEmail', 'endUserLoginSessions']],
  ['identity.user:delete', ['deleteUser']],
  ['settings:read', ['getSettings', 'getSystemState']],
  ['settings:update', ['updateSettings', 'sendTestMail']],
  ['order:read', ['listOrders', 'exportOrders', 'getOrder', 'getSales']],
  ['order:update', ['resendReceipt', 'moveOrder']],
  // It gives an access to somebody.
  ['event:create', ['moveOrder']],
  ['order:read', ['listOutages', 'getOutage', 'listAffectedPeople']],
  [
    'order:refund',
    [
      'refundOrder',
      'revokeOrder',
      'restoreOrder',
      'previewCompensation',
      'createCompensation',
      'retryCompensation',
    ],
  ],
  // The list says which events have a price.
  ['event:read', ['listPrices']],
  ['price:read', ['listPrices']],
  ['price:create', ['createPrice']],
  ['event:read', ['listPriceItems', 'updatePriceItems']],
  ['event:update', ['updatePriceItems']],
  ['promotion:read', ['listPromotionCodes']],
  ['promotion:create', ['createPromotionCode']],
  ['promotion:update', ['updatePromotionCode']],
];

/** Any signed-in user may call these for their own data. */
const signedInOperations: OperationId[] = [
  'getUserInfo',
  'getProfile',
  'updateProfile',
  'getPreferences',
  'setPreferences',
  'changeOwnEmail',
  'changeOwnPassword',
  'requestEmailVerification',
  'listPasskeys',
  'createPasskey',
  'createPasskeyOptions',
  'updatePasskey',
  'deletePasskey',
  'getSecondFactor',
  'createAuthenticator',
  'confirmAuthenticator',
  'deleteAuthenticator',
  'replaceRecoveryCodes',
  'createStepUpOptions',
  'stepUp',
  'deleteOwnAccount',
  'listLoginSessions',
  'endLoginSession',
  'getCompetitionAccess',
  'getLiveStreamSignedUrl',
  'listPlaybackSessions',
  'createPlaybackSession',
  'createWatch',
  'stopPlaybackSession',
  'pingPlaybackSession',
  'leavePlaybackSession',
  'listViewings',
  'listViewingsToContinue',
  'deleteViewings',
  'deleteViewing',
  'restoreViewings',
  'restoreViewing',
  'updateViewingPosition',
  'listReminders',
  'getReminder',
  'setReminder',
  'deleteReminder',
  'listBoutReminders',
  'setBoutReminder',
  'deleteBoutReminder',
  'getReminderSettings',
  'setReminderSettings',
  'getReminderPush',
  'setReminderPush',
  'setReminderAppPush',
  'deleteReminderPush',
  'claimCheckout',
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
  'requestSecondFactorRemoval',
  'createPasskeyLoginOptions',
  'loginWithPasskey',
  'reportAccount',
  'stopReminderMails',
  'getInvitation',
  'acceptInvitation',
  'getSite',
  'resetPassword',
  'listCompetitions',
  'getCompetitionFacets',
  'getCompetition',
  'getCompetitionCalendar',
  'listCompetitionBouts',
  'getFighterProfile',
  'getCompetitionResults',
  'getFighterRecord',
  'searchKickboxing',
  'streamCompetition',
  'getPrice',
  'handleStripeWebhook',
  'handleCloudflareWebhook',
  'handleMuxWebhook',
];

/** A session is one of two proofs, or only adds to the answer. */
const openOperations: OperationId[] = [
  'getEmailVerification',
  'verifyEmail',
  'buyProduct',
  'getCheckout',
  'listOffers',
];

/** For native apps alone, which have no cookies. */
const appOperations: OperationId[] = ['setReminderAppPush'];

/** A service worker calls them while no page keeps the access token fresh (docs/product.md, 42.23). */
const workerOperations: OperationId[] = ['getReminderPush', 'setReminderPush'];

/** An operation that is in no list requires the scope that its path and its method make. */
const subjects = { '/api/v1/events': 'event', '/api/v1/identity/users': 'identity.user' };
const actions = { GET: 'read', POST: 'create', PUT: 'update', PATCH: 'update', DELETE: 'delete' };

function scopesOf({ operationId, method, path }: ContractOperation): string[] {
  const listed = table.filter(([, ids]) => ids.includes(operationId)).map(([scope]) => scope);
  if (listed.length > 0 || signedInOperations.includes(operationId)) return listed;
  const [, subject] = Object.entries(subjects).find(([start]) => `${path}/`.startsWith(`${start}/`)) ?? [];
  expect(subject, `${operationId} is in no list, and no scope belongs to ${path}`).toBeDefined();
  return [`${subject}:${actions[method as keyof typeof actions]}`];
}

describe('the scopes of an operation', () => {
  it.each(contractOperations.map((operation) => [operation.operationId, operation] as const))(
    '%s: the contract requires those of the table, or of its path and method',
    (operationId, operation) => {
      const { security } = operation;
      if (publicOperations.includes(operationId)) {
        expect(security).toEqual([]);
        return;
      }
      if (openOperations.includes(operationId)) {
        expect(security).toEqual([{ bearerAuth: [] }, { sessionCookie: [] }, {}]);
        return;
      }
      const scopes = scopesOf(operation);
      const schemes = ['bearerAuth'];
      if (!appOperations.includes(operationId)) schemes.push('sessionCookie');
      if (workerOperations.includes(operationId)) schemes.push('refreshCookie');
      expect(security.flatMap((alternative) => Object.keys(alternative))).toEqual(schemes);
      for (const scheme of security) expect(Object.values(scheme)[0]?.toSorted()).toEqual(scopes.toSorted());
    },
  );

  it('the lists name operations of the contract, each in one list', () => {
    const lists = [
      new Set(table.flatMap(([, ids]) => ids)),
      signedInOperations,
      publicOperations,
      openOperations,
    ];
    const named = lists.flatMap((list) => [...list]);
    expect(named.toSorted()).toEqual([...new Set(named)].toSorted());
    const known = contractOperations.map(({ operationId }) => operationId);
    expect(named.filter((operationId) => !known.includes(operationId))).toEqual([]);
  });
});
