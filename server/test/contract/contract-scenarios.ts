/** Scenarios for the answers that no general rule produces. */
import type { OperationId } from '../../src/contract/operation.ts';
import { addPasskey, loginWith } from '../identity/passkeys/passkey-owner.ts';
import { SoftwareAuthenticator } from '../identity/passkeys/software-authenticator.ts';
import { newPromotionCode } from '../shop/fake-promotions.ts';
import {
  atAddress,
  authenticator,
  body,
  broadcasting,
  deletable,
  dryRun,
  free,
  fromApp,
  fullBlock,
  hasAny,
  ifNoneMatch,
  ingest,
  invited,
  notBegun,
  onlyOnePasskey,
  path,
  query,
  recorded,
  removedViewings,
  returnFromProvider,
  revoked,
  robins,
  robinsClaims,
  robinsDevice,
  robinsUnsubscribeToken,
  type Scenario,
  shorterAccess,
  sign,
  signAsCloudflare,
  signAsMux,
  signedBySam,
  tooManyStreams,
  trimmed,
  unconfirmed,
  undecided,
  unknownEvent,
  unpaid,
  unpublished,
  uploading,
  withChapter,
  without,
} from './scenario-steps.ts';
import {
  exampleOf,
  mainCard,
  robinId,
  robinsAccess,
  robinsOrder,
  rumble7,
  samId,
  titleFight,
} from './story.ts';

type Scenarios = { [Id in OperationId]?: { [status: string]: Scenario } };

export const scenarios: Scenarios = {
  buyProduct: { 200: { as: 'nobody' }, 409: robins },
  claimCheckout: { 204: robins, 409: {} },
  listPurchases: { 200: robins },
  createPrice: {
    409: {
      given: ({ paymentProvider }) =>
        paymentProvider.createPrice({ ...exampleOf('PriceCreate'), amount: 1, name: 'Another' }),
    },
  },
  updatePriceItems: {
    404: {
      change: (call) => {
        path('/shop/prices/price_none/items')(call);
        body({ remove: [], add: [{ eventId: rumble7, blockId: null, stripePriceId: null }] })(call);
      },
    },
    409: { given: ({ api }) => api.db.updateTable('blocks').set({ stripePriceId: null }).execute() },
  },
  createPromotionCode: {
    409: { change: body({ code: 'EARLYBIRD' }) },
  },
  updatePromotionCode: {
    404: { change: path('/shop/promotion-codes/promo_none') },
    409: {
      given: async ({ paymentProvider }) => {
        const used = newPromotionCode('EARLYBIRD', {
          id: 'promo_EarlyBird',
          maxRedemptions: 1,
          redemptions: 1,
        });
        paymentProvider.promotionCodes.set('EARLYBIRD', used);
      },
      change: body({ isActive: true }),
    },
  },
  handleStripeWebhook: {
    204: { as: 'nobody', change: sign },
    503: { as: 'nobody', change: sign },
    default: { as: 'nobody', change: sign },
  },
  createCompensation: { 409: { change: body({ tag: 'outdated' }) } },
  handleCloudflareWebhook: { 204: { as: 'nobody', change: signAsCloudflare } },
  handleMuxWebhook: { 204: { as: 'nobody', change: signAsMux } },
  refundOrder: { 409: { change: body({ refundedAmount: 1 }) } },
  moveOrder: {
    204: { given: ({ api }) => api.db.deleteFrom('compensationItems').execute() },
    409: { change: body({ from: 'other@ringside.test' }) },
  },
  revokeOrder: { 204: { given: free }, 409: {} },
  restoreOrder: { 204: { given: revoked }, 409: {} },
  resendReceipt: {
    409: {
      given: ({ api }) =>
        api.db.updateTable('orders').set({ amount: null }).where('id', '=', robinsOrder).execute(),
    },
  },
  getSales: { 404: { change: unknownEvent } },
  listOutages: { 404: { change: unknownEvent } },
  createPasskeyOptions: { 409: { change: atAddress } },
  createPasskey: {
    201: { play: async ({ sam }) => (await addPasskey(sam)).answer },
    409: {
      play: async ({ sam, robin }) => {
        const { key } = await addPasskey(robin);
        return (await addPasskey(sam, { key })).answer;
      },
    },
  },
  deletePasskey: { 409: { given: onlyOnePasskey } },
  createPasskeyLoginOptions: { 409: { as: 'nobody', change: atAddress } },
  loginWithPasskey: {
    200: { play: async ({ api, sam }) => loginWith(api, (await addPasskey(sam)).key) },
    // Without a challenge of this server nothing is looked up.
    503: { play: ({ api }) => loginWith(api, new SoftwareAuthenticator()) },
    default: { play: ({ api }) => loginWith(api, new SoftwareAuthenticator()) },
  },
  // Signing out needs no token, but writes only where there is a session to end.
  logout: { 204: robins },
  authorizeProvider: {
    302: {
      as: 'nobody',
      change: (call) => {
        call.query.redirect = 'true';
      },
    },
  },
  handleProviderCallback: {
    302: { play: (world) => returnFromProvider(world, robinsClaims) },
    400: {
      as: 'nobody',
      change: (call) => {
        delete call.query.state;
      },
    },
  },
  authenticateWithProvider: {
    200: { play: fromApp(robinsClaims) },
    409: { play: fromApp({ ...robinsClaims, email_verified: false }) },
  },
  createEvent: { 201: { given: without('events', 'id', rumble7) }, 409: {} },
  duplicateEvent: { 409: { change: body({ slug: 'rotterdam-rumble-6' }) } },
  updateEvent: { 204: { given: unpublished }, 409: { change: body({ slug: 'rotterdam-rumble-6' }) } },
  createBlock: { 201: { given: without('blocks', 'id', mainCard) }, 409: {} },
  createBout: { 409: fullBlock },
  orderBouts: { 409: { change: body({ blocks: [] }) } },
  importBouts: { 413: { change: body({ rows: [{ red: 'x'.repeat(2 * 1024 * 1024) }] }) } },
  createFighter: { 409: { change: body({ slug: 'noor-haddad' }) } },
  mergeFighters: { 409: { change: body({ fighterId: '0199a3c4-0000-7000-8000-000000000f02' }) } },
  updateFighter: { 409: { change: body({ slug: 'jens-okafor' }) } },
  updateBout: { 204: { given: undecided } },
  deleteBout: { 204: { given: without('bells', 'kind', 'walkout') }, 409: {} },
  ringBell: {
    409: {
      change: (call) => {
        path(`/events/${rumble7}/bouts/0199a3c4-0007-7000-8000-000000000b08/bells`)(call);
        body({ id: exampleOf('Bell').id })(call);
      },
    },
  },
  signResult: { 409: { change: body({ after: 0 }) } },
  confirmResult: {
    404: { change: path(`/events/${rumble7}/bouts/${titleFight}/results/2/confirmation`) },
    409: { given: signedBySam },
  },
  getCompetitionResults: { 304: { as: 'nobody', change: hasAny } },
  getFighterRecord: { 304: { as: 'nobody', change: hasAny } },
  undoBell: { 409: { given: async ({ api }) => api.clock.advance(10 * 60_000) } },
  deleteFighter: { 204: { given: without('bouts', 'id', titleFight) }, 409: {} },
  updateBlock: { 409: { change: body({ slug: 'prelims' }) } },
  deleteEvent: { 200: { change: dryRun }, 204: { given: deletable }, 409: {} },
  deleteBlock: { 200: { change: dryRun }, 204: { given: deletable }, 409: {} },
  deleteAccess: { 204: { given: unpaid }, 409: {} },
  createAccess: { 201: { given: without('accesses', 'id', robinsAccess) }, 409: {} },
  updateAccess: { 409: { given: shorterAccess } },
  explainAccess: {
    404: {
      change: (call) => {
        call.query.eventId = '0199a3c4-ffff-7000-8000-00000000dead';
      },
    },
  },
  exportAccesses: {
    404: {
      change: (call) => {
        call.query.eventId = '0199a3c4-ffff-7000-8000-00000000dead';
      },
    },
  },
  importAccesses: {
    200: { given: without('accesses', 'eventId', rumble7) },
    413: {
      change: (call) => {
        call.body = 'x'.repeat(4 * 1024 * 1024 + 1);
      },
    },
  },
  register: { 201: { as: 'nobody', given: without('users', 'id', robinId) } },
  login: { 401: { as: 'nobody', change: body({ password: 'Round-one-1!' }) } },
  requestEmailVerification: {
    204: {
      given: ({ api }) =>
        api.db.updateTable('users').set({ emailVerifiedAt: null }).where('id', '=', samId).execute(),
    },
    409: {},
  },
  getEmailVerification: { 200: { as: 'nobody' } },
  verifyEmail: { 204: { as: 'nobody' } },
  refreshToken: { 401: { as: 'nobody', change: body({ refreshToken: 'x' }) } },
  createUser: { 201: { given: without('users', 'id', robinId) }, 409: {} },
  inviteUser: { 409: { change: body({ email: 'robin@ringside.test' }) } },
  resendInvitation: { 204: { given: invited }, 409: {} },
  verifyUserEmail: { 204: { given: unconfirmed }, 409: {} },
  sendUserVerification: { 204: { given: unconfirmed }, 409: {} },
  getSite: {
    304: { as: 'nobody', change: ifNoneMatch },
  },
  createRole: { 201: { given: without('roles', 'code', 'door-staff') }, 409: {} },
  updateRole: { 409: { change: path('/identity/auth/access/roles/administrator') } },
  deleteRole: { 409: { change: path('/identity/auth/access/roles/viewer') } },
  // Sam is the only administrator.
  deleteUser: { 409: { change: path(`/identity/users/${samId}`) } },
  deleteUserProviderIdentities: {
    204: {
      given: async ({ api }) => {
        const identity = { issuer: 'https://id.ringside.test', subject: 'robin', userId: robinId };
        await api.db.insertInto('providerIdentities').values(identity).execute();
      },
    },
  },
  createAuthenticator: { 409: { given: authenticator('is confirmed') } },
  confirmAuthenticator: {
    200: { given: authenticator('waits') },
    409: {},
    429: { given: authenticator('waits') },
  },
  deleteAuthenticator: { 204: { given: authenticator('is confirmed') } },
  replaceRecoveryCodes: { 200: { given: authenticator('is confirmed') }, 409: {} },
  deleteUserSecondFactor: {
    204: { given: authenticator('is confirmed', robinId) },
    409: { change: path(`/identity/users/${samId}/second-factor`) },
  },
  allowUserSecondFactor: { 409: { given: authenticator('is confirmed', robinId) } },
  requestSecondFactorRemoval: {
    200: { as: 'nobody', given: authenticator('is confirmed', robinId) },
    401: { as: 'nobody', change: body({ password: 'Round-one-1!' }) },
    409: { as: 'nobody' },
  },
  updateUserAccess: {
    409: {
      change: (call) => {
        call.path = `/api/v1/identity/users/${samId}/access`;
        call.body = { roleCodes: [] };
      },
    },
  },
  uploadImage: {
    413: {
      change: (call) => {
        call.body = Buffer.alloc(11 * 1024 * 1024);
      },
    },
  },
  deleteImage: {
    204: { given: ({ api }) => api.db.updateTable('events').set({ pictureId: null }).execute() },
    409: {},
  },
  downloadRecording: {
    200: { given: recorded },
    206: {
      given: recorded,
      change: (call) => {
        call.headers.range = 'bytes=2-';
      },
    },
    409: { given: ingest('live') },
  },
  getIngest: { 200: { given: ingest('live') } },
  createIngest: { 409: { given: ingest('idle') } },
  deleteIngest: { 204: { given: ingest('idle') }, 409: { given: ingest('live') } },
  replaceStreamKey: { 200: { given: ingest('live') } },
  createFilm: { 409: { given: uploading } },
  appendToFilm: {
    200: { given: uploading },
    409: { given: uploading, change: query({ offset: '5' }) },
    413: {
      given: uploading,
      change: (call) => {
        call.body = Buffer.alloc(5 * 1024 * 1024);
      },
    },
  },
  deleteFilm: { 204: { given: uploading } },
  listCutPlaces: { 200: { given: recorded }, 409: { given: ingest('live') } },
  trimReplay: {
    200: {
      given: trimmed,
      change: (call) => {
        call.body = { startSeconds: 0, endSeconds: 2 };
      },
    },
    409: { given: ingest('live') },
  },
  listChapters: { 200: { given: withChapter } },
  setChapter: { 204: { given: recorded }, 409: { given: ingest('live') } },
  deleteChapter: { 204: { given: withChapter } },
  restoreReplay: { 204: { given: trimmed } },
  keepEncoder: { 204: { given: ingest('live') }, 409: { given: ingest('idle') } },
  endBroadcast: { 204: { given: ingest('live') }, 409: { given: ingest('idle') } },
  deleteBanner: { 204: { given: broadcasting } },
  deleteFeaturedStream: { 204: { given: broadcasting } },
  streamCompetition: {
    429: { play: (world) => tooManyStreams(world, `/api/v1/kickboxing/competitions/${rumble7}/events`) },
  },
  streamBellBoard: {
    429: { play: (world) => tooManyStreams(world, `/api/v1/events/${rumble7}/bell-board/events`) },
  },
  streamDesk: { 429: { play: (world) => tooManyStreams(world, `/api/v1/events/${rumble7}/desk/events`) } },
  getCompetitionAccess: { 200: robins },
  getLiveStreamSignedUrl: {
    200: robins,
    403: { as: 'robin', given: without('accesses', 'id', robinsAccess) },
    409: { as: 'robin', given: ingest('idle') },
  },
  getLiveStreamPreview: { 409: { given: ingest('ended') } },
  createWatch: {
    201: robins,
    403: { as: 'robin', given: without('accesses', 'id', robinsAccess) },
    404: { change: query({ competitionId: 'nothing-on-now' }) },
    409: { as: 'robin', given: ingest('idle') },
  },
  createPlaybackSession: { 409: { change: query({ competitionId: 'nothing-on-now' }) } },
  stopPlaybackSession: { 204: robins },
  listViewings: { 200: robins },
  deleteViewing: { 204: robins },
  restoreViewings: { 204: { as: 'robin', given: removedViewings } },
  restoreViewing: { 204: { as: 'robin', given: removedViewings } },
  deleteOwnAccount: { 204: robins, 409: {} },
  updateViewingPosition: { 204: robins },
  listReminders: { 200: robins },
  getReminder: { 200: robins },
  setReminderAppPush: { 409: { change: (call) => Object.assign(call.body as object, { service: 'fcm' }) } },
  setReminder: { 204: { given: notBegun }, 409: robins },
  listBoutReminders: { 200: robins, 404: { change: query({ competitionId: 'nothing-on-now' }) } },
  setBoutReminder: { 204: { given: without('bells', 'kind', 'walkout') }, 409: robins },
  stopReminderMails: {
    204: { change: robinsUnsubscribeToken },
    404: {},
    503: { change: robinsUnsubscribeToken },
    default: { change: robinsUnsubscribeToken },
  },
  leavePlaybackSession: { 204: { as: 'robin', given: robinsDevice } },
  pingPlaybackSession: { 204: { as: 'robin', given: robinsDevice } },
};
