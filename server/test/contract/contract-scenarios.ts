/**
 * Scenarios for the answers that no general rule produces: a change of the story before the call, the caller, and a
 * change of the call that the examples make.
 */
import { randomUUID } from 'node:crypto';
import type { OperationId } from '../../src/contract/operation.ts';
import type { Answer, Device, TestApi } from '../harness.ts';
import { authorize } from '../identity/providers/provider-visitor.ts';
import { agreeAtProvider, type TestIssuer } from '../identity/providers/test-issuer.ts';
import type { ContractCall } from './contract-calls.ts';
import { mainCard, robinId, robinsAccess, robinsSession, rumble7, samId } from './story.ts';

export interface World {
  api: TestApi;
  /** Holds every permission. */
  sam: Device;
  /** Holds none. */
  robin: Device;
  /** The provider of the examples. */
  issuer: TestIssuer;
}

export interface Scenario {
  /** Sam by default. */
  as?: 'sam' | 'robin' | 'nobody';
  given?: (world: World) => Promise<unknown>;
  change?: (call: ContractCall, world: World) => unknown;
  /** Replaces the one call. */
  play?: (world: World) => Promise<Answer>;
}

type Scenarios = { [Id in OperationId]?: { [status: string]: Scenario } };

const robins: Scenario = { as: 'robin' };

const without =
  (
    table: 'events' | 'blocks' | 'users' | 'roles' | 'accesses',
    key: string,
    value: string,
  ): Scenario['given'] =>
  ({ api }) =>
    api.db
      .deleteFrom(table)
      .where(key as never, '=', value as never)
      .execute();

const path = (rest: string) => (call: ContractCall) => {
  call.path = `/api/v1${rest}`;
};

const body = (fields: object) => (call: ContractCall) => {
  call.body = { ...(call.body as object), ...fields };
};

const unpaid: Scenario['given'] = ({ api }) =>
  api.db.updateTable('accesses').set({ orderId: null }).execute();

/** The event as it was before the change in the example. */
const unpublished: Scenario['given'] = ({ api }) =>
  api.db.updateTable('events').set({ status: 'draft' }).where('id', '=', rumble7).execute();

/** An access that equals Robin's after the change in the example. */
const shorterAccess: Scenario['given'] = ({ api }) =>
  api.db
    .insertInto('accesses')
    .values({
      ...{ eventId: rumble7, blockId: mainCard, userId: robinId },
      ...{ startDate: '2026-11-20T08:00:00Z', endDate: '2026-11-21T22:30:00Z' },
    })
    .execute();

const dryRun = (call: ContractCall) => {
  call.query.dryRun = 'true';
};

const robinsClaims = { email: 'robin@ringside.test', email_verified: true };

/** The provider redirects back with these claims. */
const returnFromProvider = async (
  { api, issuer }: World,
  claims: object,
  query: Record<string, string> = {},
) => {
  const { url, cookies } = await authorize(api, query);
  return api.request(`GET ${agreeAtProvider(issuer, url, randomUUID(), { claims: { ...claims } })}`, {
    cookies,
  });
};

const fromApp =
  (claims: object): Scenario['play'] =>
  async (world) => {
    const back = await returnFromProvider(world, claims, { redirectUrl: 'http://localhost:3000/' });
    const code = new URL(String(back.headers.location)).searchParams.get('code');
    return world.api.request(`GET /api/v1/identity/auth/providers/demo-id/authenticate?code=${code}`);
  };

export const scenarios: Scenarios = {
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
  updateEvent: { 204: { given: unpublished }, 409: { change: body({ slug: 'rotterdam-rumble-6' }) } },
  createBlock: { 201: { given: without('blocks', 'id', mainCard) }, 409: {} },
  updateBlock: { 409: { change: body({ slug: 'prelims' }) } },
  deleteEvent: { 200: { change: dryRun }, 204: { given: unpaid }, 409: {} },
  deleteBlock: { 200: { change: dryRun }, 204: { given: unpaid }, 409: {} },
  deleteAccess: { 204: { given: unpaid }, 409: {} },
  createAccess: { 201: { given: without('accesses', 'id', robinsAccess) }, 409: {} },
  updateAccess: { 409: { given: shorterAccess } },
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
  refreshToken: { 401: { as: 'nobody', change: body({ refreshToken: 'x' }) } },
  createUser: { 201: { given: without('users', 'id', robinId) }, 409: {} },
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
  getCompetitionAccess: { 200: robins },
  getLiveStreamSignedUrl: {
    200: robins,
    403: { as: 'robin', given: without('accesses', 'id', robinsAccess) },
  },
  stopPlaybackSession: { 204: robins },
  pingPlaybackSession: {
    204: {
      as: 'robin',
      given: ({ api, robin }) =>
        api.db
          .updateTable('playbackLeases')
          .set({ sessionId: robin.sessionId })
          .where('id', '=', robinsSession)
          .execute(),
    },
  },
};
