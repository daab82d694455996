/** A broadcast without a picture is an outage of its block (docs/product.md, 26.1). */
import { randomUUID } from 'node:crypto';
import { beforeEach, expect, it } from 'vitest';
import { hashSecret } from '../../../src/identity/one-time-secret.ts';
import { claimIngest } from '../../../src/ingest/claim.repository.ts';
import { interruptStale, listStale } from '../../../src/ingest/forgotten.repository.ts';
import { endIngest, findIngestById, updateHeartbeat } from '../../../src/ingest/ingest.repository.ts';
import type { BroadcastState, IngestRow } from '../../../src/ingest/ingest.tables.ts';
import { insertLiveStream } from '../../factories.ts';
import { startOutages } from './outages.ts';

const shop = await startOutages();
const { db, clock, organiser } = shop;
type Ticket = Awaited<ReturnType<typeof shop.newTicket>>;
let ticket: Ticket;
let ingest: IngestRow;

/** The stream of the block gets its picture from an encoder, which is connected. */
async function connect({ eventId, blockId }: Ticket, liveStreamId?: string): Promise<IngestRow> {
  const stream = { id: liveStreamId ?? (await streamOf(blockId)) };
  const path = `/api/v1/events/${eventId}/blocks/${blockId}/live-streams/${stream.id}/ingest`;
  const { body } = await organiser.request(`POST ${path}`);
  const now = clock.now().toISOString();
  const server = { serverId: randomUUID(), serverUrl: null };
  const claim = {
    keyHash: hashSecret(body.streamKey),
    server,
    network: '192.0.2.0/24',
    holder: undefined,
    now,
  };
  return (await claimIngest(db, claim)) as IngestRow;
}

async function streamOf(blockId: string): Promise<string> {
  const stream = await db
    .selectFrom('liveStreams')
    .select('id')
    .where('blockId', '=', blockId)
    .executeTakeFirstOrThrow();
  return stream.id;
}

/** What the server with the encoder writes. */
const beat = (row: IngestRow, state: BroadcastState, lastFrameAt = clock.now().toISOString()) =>
  updateHeartbeat(db, {
    id: row.id,
    generation: row.generation,
    keyHash: row.keyHash,
    state,
    lastFrameAt,
    serverUrl: null,
    target: null,
    health: {} as never,
    history: null,
    recording: {} as never,
    now: clock.now().toISOString(),
  });

const openOutage = async (blockId = ticket.blockId) =>
  (await shop.outagesOf(blockId)).filter(({ endedAt }) => endedAt === null);

beforeEach(async () => {
  clock.reset();
  ticket = await shop.newTicket();
  await db.deleteFrom('outages').where('blockId', '=', ticket.blockId).execute();
  ingest = await connect(ticket);
});

it('begins with the last picture, names who watched, and ends when the picture is back', async () => {
  await beat(ingest, 'live');
  expect(await openOutage()).toEqual([]);
  await db.deleteFrom('outages').where('blockId', '=', ticket.blockId).execute();
  const viewer = await shop.newBuyer(ticket);
  await viewer.request(ticket.watch);

  const lost = new Date(clock.now().getTime() - 3_500).toISOString();
  await beat(ingest, 'interrupted', lost);
  const [outage, ...more] = await openOutage();
  expect(more).toEqual([]);
  expect(outage).toMatchObject({ cause: 'stream' });
  expect(Date.parse(String(outage?.startedAt))).toBe(Date.parse(lost));
  await beat(ingest, 'live');
  expect(await openOutage()).toEqual([]);

  const id = await shop.backdate(ticket.blockId, 20, 10);
  expect((await shop.list(ticket.eventId, 300)).data).toMatchObject([
    { id, cause: 'stream', seconds: 600, people: 1 },
  ]);
});

it('is none while another stream of the block has a picture', async () => {
  await beat(ingest, 'live');
  const second = await insertLiveStream(db, { blockId: ticket.blockId });
  await beat(ingest, 'interrupted');
  expect(await openOutage()).toEqual([]);
  await shop.switchStream(ticket, 'inactive', second);
  expect(await openOutage()).toHaveLength(1);
  await shop.switchStream(ticket, 'active', second);
  expect(await openOutage()).toEqual([]);
});

it('begins with the last picture also when the server died and another one notices it much later', async () => {
  const viewer = await shop.newBuyer(ticket);
  await beat(ingest, 'live', shop.ago(11));
  await db.deleteFrom('outages').where('blockId', '=', ticket.blockId).execute();
  await viewer.request(ticket.watch);
  await db
    .updateTable('playbackLeases')
    .set({ createdAt: shop.ago(20), pingedAt: shop.ago(10.5) })
    .where('userId', '=', viewer.userId)
    .execute();
  await db
    .updateTable('ingests')
    .set({ heartbeatAt: shop.ago(11) })
    .where('id', '=', ingest.id)
    .execute();
  for (let times = 0; times < 2; times += 1)
    await interruptStale(db, await listStale(db, shop.ago(1)), shop.ago(1));
  const [outage, ...more] = await openOutage();
  expect(more).toEqual([]);
  expect(Date.parse(String(outage?.startedAt))).toBe(Date.parse(shop.ago(11)));
  const watched = await db
    .selectFrom('outageViewers')
    .select('userId')
    .where('outageId', '=', String(outage?.id))
    .execute();
  expect(watched).toEqual([{ userId: viewer.userId }]);
  const [listed] = (await shop.list(ticket.eventId, 300)).data;
  expect(Math.abs(listed.seconds - 660)).toBeLessThan(30);
});

it('begins with the block when no encoder came, and names who waits for it', async () => {
  // `connecting`: an encoder without a picture.
  expect(await openOutage()).toHaveLength(1);
  const viewer = await shop.newViewer();
  await db
    .insertInto('playbackLeases')
    .values({
      id: randomUUID(),
      userId: viewer.userId,
      sessionId: viewer.sessionId,
      endedAt: null,
      endReason: null,
      liveStreamId: await streamOf(ticket.blockId),
      createdAt: shop.ago(0),
      pingedAt: shop.ago(0),
    })
    .execute();
  await shop.watchOnce();
  const [outage] = await openOutage();
  expect(
    await db
      .selectFrom('outageViewers')
      .select('userId')
      .where('outageId', '=', String(outage?.id))
      .execute(),
  ).toEqual([{ userId: viewer.userId }]);
});

it('ends with the broadcast, also when it runs over the plan', async () => {
  await beat(ingest, 'live');
  await db.deleteFrom('outages').where('blockId', '=', ticket.blockId).execute();
  await beat(ingest, 'interrupted', shop.ago(30));
  await db
    .updateTable('blocks')
    .set({ endDate: shop.ago(20) })
    .where('id', '=', ticket.blockId)
    .execute();
  const [running] = (await shop.list(ticket.eventId, 60)).data;
  expect(running.seconds).toBeGreaterThanOrEqual(1_800);
  await endIngest(db, ingest.id, clock.now().toISOString());
  expect(await openOutage()).toEqual([]);
});

it('ends when the stream shows another video', async () => {
  await beat(ingest, 'interrupted');
  expect(await openOutage()).toHaveLength(1);
  const target = `PATCH /api/v1/events/${ticket.eventId}/blocks/${ticket.blockId}/live-streams/${await streamOf(ticket.blockId)}`;
  expect((await organiser.request(target, { body: { videoId: 'demo' } })).status).toBe(204);
  expect(await openOutage()).toEqual([]);
});

it('does not stand in the way of a stream that is deleted at the same moment', async () => {
  for (let round = 0; round < 10; round++) {
    const other = await shop.newTicket();
    const row = await connect(other);
    await Promise.all([
      beat(row, 'live'),
      db.deleteFrom('liveStreams').where('blockId', '=', other.blockId).execute(),
    ]);
    expect(await findIngestById(db, row.id)).toBeUndefined();
    expect(await openOutage(other.blockId)).toHaveLength(1);
  }
});
