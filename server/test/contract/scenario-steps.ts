/** Steps of the scenarios: changes of the story before a call, and changes of the call. */
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { openRecording } from '../../src/ingest/recordings/recording.ts';
import { createUnsubscribeTokens } from '../../src/reminders/unsubscribe-token.ts';
import type { CloudflareStandIn } from '../../stand-ins/video/cloudflare.ts';
import type { MuxStandIn } from '../../stand-ins/video/mux.ts';
import type { Answer, Device, TestApi } from '../harness.ts';
import { authorize } from '../identity/providers/provider-visitor.ts';
import { agreeAtProvider, type TestIssuer } from '../identity/providers/test-issuer.ts';
import type { FakeProvider } from '../shop/fake-provider.ts';
import { seconds, signatureOf } from '../shop/provider-events.ts';
import type { ContractCall } from './contract-calls.ts';
import {
  exampleOf,
  mainCard,
  ringCamera,
  robinId,
  robinsOrder,
  robinsSession,
  rumble7,
  samId,
  samsPhone,
  storyNow,
} from './story.ts';

export interface World {
  api: TestApi;
  /** Holds every permission. */
  sam: Device;
  /** Holds none. */
  robin: Device;
  /** The provider of the examples. */
  issuer: TestIssuer;
  paymentProvider: FakeProvider;
  mux: MuxStandIn;
  cloudflare: CloudflareStandIn;
  /** Sends a call as one of the people of the story. */
  send(call: ContractCall, as: Scenario['as']): Promise<Answer>;
}

export interface Scenario {
  /** Sam by default. */
  as?: 'sam' | 'robin' | 'nobody';
  /** The name of the example of the body; the first one by default. */
  example?: string | undefined;
  given?: (world: World) => Promise<unknown>;
  change?: (call: ContractCall, world: World) => unknown;
  /** Replaces the one call. */
  play?: (world: World) => Promise<Answer>;
  /** Every statement of the call fails with it. */
  fault?: Error;
}

export const robins: Scenario = { as: 'robin' };

/** Robin's playback session is that of this sign-in. */
export const robinsDevice: Scenario['given'] = ({ api, robin }) =>
  api.db
    .updateTable('playbackLeases')
    .set({ sessionId: robin.sessionId })
    .where('id', '=', robinsSession)
    .execute();

/** Robin has just cleared their history. */
export const removedViewings: Scenario['given'] = ({ api }) =>
  api.db
    .updateTable('viewings')
    .set({ removedAt: api.clock.now().toISOString(), isCleared: true })
    .where('userId', '=', robinId)
    .execute();

export const fullBlock: Scenario = {
  given: async ({ api }) => {
    const bouts = Array.from({ length: 58 }, (_, index) => ({ blockId: mainCard, position: index + 3 }));
    await api.db.insertInto('bouts').values(bouts).execute();
  },
};

/** What a result keeps from being deleted too. */
export const without =
  (
    table: 'events' | 'blocks' | 'bells' | 'bouts' | 'users' | 'roles' | 'accesses',
    key: string,
    value: string,
  ): Scenario['given'] =>
  async ({ api }) => {
    await api.db.deleteFrom('results').execute();
    await api.db
      .deleteFrom(table)
      .where(key as never, '=', value as never)
      .execute();
  };

export const undecided: Scenario['given'] = ({ api }) => api.db.deleteFrom('results').execute();

export const signedBySam: Scenario['given'] = ({ api }) =>
  api.db.updateTable('results').set({ signedBy: samId }).execute();

export const path = (rest: string) => (call: ContractCall) => {
  call.path = `/api/v1${rest}`;
};

export const body = (fields: object) => (call: ContractCall) => {
  call.body = { ...(call.body as object), ...fields };
};

export const unpaid: Scenario['given'] = ({ api }) =>
  api.db.updateTable('accesses').set({ orderId: null }).execute();

/** Nothing keeps the event: nobody has paid, and nothing was fought. */
export const deletable: Scenario['given'] = async (world) => {
  await unpaid?.(world);
  await world.api.db.deleteFrom('results').execute();
  await world.api.db.deleteFrom('bells').execute();
};

/** The event as it was before the change in the example. */
export const unpublished: Scenario['given'] = ({ api }) =>
  api.db.updateTable('events').set({ status: 'draft' }).where('id', '=', rumble7).execute();

/** The event begins in an hour. */
export const notBegun: Scenario['given'] = ({ api }) =>
  api.db
    .updateTable('events')
    .set({ startDate: new Date(storyNow.getTime() + 3_600_000).toISOString() })
    .where('id', '=', rumble7)
    .execute();

export const robinsUnsubscribeToken: Scenario['change'] = (call, { api }) => {
  const { email } = exampleOf('Robin');
  call.query.token = createUnsubscribeTokens(api.keys.mediaKey).issue({ id: robinId, email });
};

/** Robin has neither a password nor a confirmed address. */
export const invited: Scenario['given'] = ({ api }) =>
  api.db
    .updateTable('users')
    .set({ passwordHash: null, emailVerifiedAt: null, invitedAt: storyNow.toISOString() })
    .where('id', '=', robinId)
    .execute();

export const unconfirmed: Scenario['given'] = ({ api }) =>
  api.db.updateTable('users').set({ emailVerifiedAt: null }).where('id', '=', robinId).execute();

export const ifNoneMatch = (call: ContractCall) => {
  call.headers['if-none-match'] = '"3"';
};

/** Whatever there is, the caller has it. */
export const hasAny = (call: ContractCall) => {
  call.headers['if-none-match'] = '*';
};

/** An access that equals Robin's after the change in the example. */
export const shorterAccess: Scenario['given'] = ({ api }) =>
  api.db
    .insertInto('accesses')
    .values({
      eventId: rumble7,
      blockId: mainCard,
      userId: robinId,
      startDate: '2026-11-20T08:00:00Z',
      endDate: '2026-11-21T22:30:00Z',
    })
    .execute();

export const dryRun = (call: ContractCall) => {
  call.query.dryRun = 'true';
};

export const robinsClaims = { email: 'robin@ringside.test', email_verified: true };

/** The provider redirects back with these claims. */
export const returnFromProvider = async (
  { api, issuer }: World,
  claims: object,
  query: Record<string, string> = {},
) => {
  const { url, cookies } = await authorize(api, query);
  return api.request(`GET ${agreeAtProvider(issuer, url, randomUUID(), { claims: { ...claims } })}`, {
    cookies,
  });
};

export const fromApp =
  (claims: object): Scenario['play'] =>
  async (world) => {
    const back = await returnFromProvider(world, claims, { redirectUrl: 'http://localhost:3000/' });
    const code = new URL(String(back.headers.location)).searchParams.get('code');
    return world.api.request(`GET /api/v1/identity/auth/providers/demo-id/authenticate?code=${code}`);
  };

/** The app of the examples, which Sam sets up or has. */
export const authenticator =
  (state: 'waits' | 'is confirmed', userId = samId): Scenario['given'] =>
  ({ api }) =>
    api.db
      .insertInto('authenticators')
      .values({
        userId,
        secret: exampleOf('AuthenticatorSecret').secret,
        createdAt: storyNow.toISOString(),
        confirmedAt: state === 'waits' ? null : storyNow.toISOString(),
      })
      .execute();

/** Browsers make no passkeys for addresses. */
export const atAddress = (call: ContractCall) => {
  call.headers.host = '127.0.0.1:3000';
};

/** Sam's phone is the only way to sign in. */
export const onlyOnePasskey: Scenario['given'] = async ({ api }) => {
  await api.db.updateTable('users').set({ passwordHash: null }).where('id', '=', samId).execute();
  await api.db.deleteFrom('passkeys').where('id', '!=', samsPhone).execute();
};

/** Two streams of one address stay open, and a third one is refused. */
export const tooManyStreams = async ({ api, sam }: World, path: string): Promise<Answer> => {
  const headers = { authorization: `Bearer ${sam.accessToken}` };
  const open = () => api.app.inject({ url: path, headers, payloadAsStream: true });
  const streams = [await open(), await open()];
  const refused = await sam.request(`GET ${path}`);
  const closed = streams.map(({ raw }) => once(raw.res, 'close'));
  for (const { raw } of streams) raw.res.destroy();
  await Promise.all(closed);
  return refused;
};

/** A banner, and a stream that is shown first. */
export const broadcasting: Scenario['given'] = ({ api }) =>
  api.db
    .insertInto('broadcasts')
    .values({
      eventId: rumble7,
      featuredStreamId: ringCamera,
      banner: 'The doors are open.',
      bannerSince: storyNow.toISOString(),
    })
    .execute();

/** The upload of a film to the ring camera has begun. */
export const uploading: Scenario['given'] = async ({ api }) => {
  const id = '0199a3c4-0007-7000-8000-0000000000f7';
  const film = { id, liveStreamId: ringCamera, fileName: 'main-card.mp4', size: 12 };
  await api.db.insertInto('films').values(film).execute();
};

/** The ring camera has live ingest. */
export const ingest =
  (state: 'idle' | 'live' | 'ended'): Scenario['given'] =>
  async ({ api }) => {
    const since = state === 'idle' ? null : api.clock.now().toISOString();
    const { id } = await api.db
      .insertInto('ingests')
      .values({
        liveStreamId: ringCamera,
        keyHash: 'x',
        keyCreatedAt: storyNow.toISOString(),
        state,
        previousVideoId: 'demo',
        startedAt: since,
        lastFrameAt: since,
        heartbeatAt: since,
        endedAt: state === 'ended' ? since : null,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await api.db.updateTable('liveStreams').set({ videoId: id }).where('id', '=', ringCamera).execute();
  };

/** The broadcast of the ring camera is over, and was recorded. */
export const recorded: Scenario['given'] = async (world) => {
  await ingest('live')?.(world);
  const { db, recordingDir } = world.api;
  const endedAt = storyNow.toISOString();
  const id = '0199a3c4-0007-7000-8000-0000000000e1';
  await db
    .updateTable('ingests')
    .set({ id, state: 'ended', endedAt })
    .where('liveStreamId', '=', ringCamera)
    .execute();
  await rm(`${recordingDir}/${id}`, { recursive: true, force: true });
  const recording = await openRecording(`${recordingDir}/${id}`, (error) => {
    throw error;
  });
  recording.add(
    {
      name: '1-0',
      seconds: 2,
      startMs: 0,
      atMs: storyNow.getTime(),
      isDiscontinuity: false,
      init: { name: 'init-1001', codecs: 'avc1.640028', width: 1920, height: 1080 },
    },
    Buffer.from([0, 0, 0, 8, ...Buffer.from('free')]),
    Buffer.from([0, 0, 0, 8, ...Buffer.from('ftyp')]),
  );
  await recording.settled();
};

/** Its replay has a beginning of the title fight. */
export const withChapter: Scenario['given'] = async (world) => {
  await recorded?.(world);
  const [{ boutId, seconds: place }] = exampleOf('ChapterList').data;
  const ingests = world.api.db.selectFrom('ingests').select('id').where('liveStreamId', '=', ringCamera);
  const { id: ingestId } = await ingests.executeTakeFirstOrThrow();
  const startsAt = storyNow.toISOString();
  await world.api.db
    .insertInto('chapters')
    .values({ ingestId, boutId, filmId: null, seconds: place, startsAt })
    .execute();
};

/** The replay ends a second before its recording. */
export const trimmed: Scenario['given'] = async (world) => {
  await recorded?.(world);
  const trim = { startSeconds: 0, endSeconds: 1 };
  await world.api.db.updateTable('ingests').set({ trim }).execute();
};

/** With a signature that fits. */
export const sign: Scenario['change'] = (call, { api }) => {
  call.headers['stripe-signature'] = signatureOf(JSON.stringify(call.body), { at: seconds(api.clock.now()) });
};

/** Robin's order cost nothing. */
export const free = ({ api }: World) =>
  api.db.transaction().execute(async (trx) => {
    await trx.updateTable('checkoutSessions').set({ amount: 0 }).where('orderId', '=', robinsOrder).execute();
    await trx.updateTable('orders').set({ amount: 0 }).where('id', '=', robinsOrder).execute();
  });

export const revoked = async (world: World) => {
  await free(world);
  const revokedAt = storyNow.toISOString();
  await world.api.db
    .updateTable('orders')
    .set({ status: 'revoked', revokedAt })
    .where('id', '=', robinsOrder)
    .execute();
};

export const signAsCloudflare: Scenario['change'] = (call, { api, cloudflare }) => {
  const at = seconds(api.clock.now());
  call.headers['webhook-signature'] = cloudflare.sign(JSON.stringify(call.body), at);
};

export const signAsMux: Scenario['change'] = (call, { api, mux }) => {
  call.headers['mux-signature'] = mux.sign(JSON.stringify(call.body), seconds(api.clock.now()));
};

export const query = (fields: Record<string, string>) => (call: ContractCall) => {
  Object.assign(call.query, fields);
};

export const unknownEvent = query({ eventId: '0199a3c4-ffff-7000-8000-00000000dead' });
