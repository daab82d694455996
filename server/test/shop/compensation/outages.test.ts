import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { hoursFromNow, insertAccess, insertBlock, insertLiveStream } from '../../factories.ts';
import { startOutages } from './outages.ts';

const shop = await startOutages();
const { db, clock, organiser } = shop;
let ticket: Awaited<ReturnType<typeof shop.newTicket>>;
beforeEach(async () => {
  clock.reset();
  ticket = await shop.newTicket();
});

const emailsOf = async (id: string) =>
  (await shop.people(id)).data.map(({ email }: { email: string }) => email).toSorted();

describe('an outage is recorded', () => {
  it('from the last active stream that is switched off until one is active again', async () => {
    const second = await insertLiveStream(db, { blockId: ticket.blockId });
    const before = (await shop.outagesOf(ticket.blockId)).length;
    await shop.switchStream(ticket, 'inactive', second);
    expect(await shop.outagesOf(ticket.blockId)).toHaveLength(before);
    await shop.switchStream(ticket, 'inactive');
    expect((await shop.outagesOf(ticket.blockId)).at(-1)).toMatchObject({ cause: 'stream', endedAt: null });
    await shop.switchStream(ticket, 'active', second);
    expect((await shop.outagesOf(ticket.blockId)).at(-1)?.endedAt).not.toBeNull();
  });

  it('when the only active stream is deleted, with those who watched it', async () => {
    const viewer = await shop.newBuyer(ticket);
    await viewer.request(ticket.watch);
    await db.deleteFrom('liveStreams').where('blockId', '=', ticket.blockId).execute();
    const outages = await shop.outagesOf(ticket.blockId);
    expect(outages.at(-1)?.endedAt).toBeNull();
    expect(await emailsOf(outages.at(-1)?.id ?? '')).toEqual([viewer.email]);
  });

  it('also when two streams are switched off at the same moment', async () => {
    for (let round = 0; round < 5; round++) {
      const other = await shop.newTicket();
      const second = await insertLiveStream(db, { blockId: other.blockId });
      await Promise.all([shop.switchStream(other, 'inactive'), shop.switchStream(other, 'inactive', second)]);
      expect((await shop.outagesOf(other.blockId)).filter(({ endedAt }) => endedAt === null)).toHaveLength(1);
    }
  });

  it('not when the change is undone with its transaction', async () => {
    const before = await shop.outagesOf(ticket.blockId);
    const undone = db.transaction().execute(async (trx) => {
      await trx
        .updateTable('liveStreams')
        .set({ status: 'inactive' })
        .where('blockId', '=', ticket.blockId)
        .execute();
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    expect(await shop.outagesOf(ticket.blockId)).toEqual(before);
  });

  it('once for interruptions with less than a minute between them, until somebody was compensated', async () => {
    const viewer = await shop.newBuyer(ticket);
    await viewer.request(ticket.watch);
    await db.deleteFrom('outages').where('blockId', '=', ticket.blockId).execute();
    await shop.switchStream(ticket, 'inactive');
    await shop.switchStream(ticket, 'active');
    await shop.switchStream(ticket, 'inactive');
    await shop.switchStream(ticket, 'active');
    const [outage, ...more] = await shop.outagesOf(ticket.blockId);
    expect(more).toEqual([]);
    await shop.compensate(String(outage?.id), { remedy: 'refund', percent: 10 });
    await shop.switchStream(ticket, 'inactive');
    expect(await shop.outagesOf(ticket.blockId)).toHaveLength(2);
  });
});

describe('listOutages', () => {
  it('counts only the time of the block, and nothing shorter than asked for', async () => {
    await shop.switchStream(ticket, 'inactive');
    await db
      .updateTable('outages')
      .set({ startedAt: shop.ago(90) })
      .where('endedAt', 'is', null)
      .where('blockId', '=', ticket.blockId)
      .execute();
    const { data } = await shop.list(ticket.eventId, 300);
    expect(data).toMatchObject([{ endDate: null, blockId: ticket.blockId, cause: 'stream', people: 0 }]);
    // The block began an hour ago.
    expect(Math.abs(data[0].seconds - 3_600)).toBeLessThan(10);
    expect((await shop.list(ticket.eventId, 3_700)).data).toEqual([]);
    await db
      .updateTable('blocks')
      .set({ endDate: shop.ago(50) })
      .where('id', '=', ticket.blockId)
      .execute();
    const [ended] = (await shop.list(ticket.eventId, 300)).data;
    expect([Math.round(ended.seconds / 60), Date.parse(ended.endDate)]).toEqual([
      10,
      Date.parse(ended.endDate),
    ]);
  });

  it('leaves out free blocks, blocks to come and other events', async () => {
    await insertBlock(db, {
      eventId: ticket.eventId,
      startDate: hoursFromNow(1),
      endDate: hoursFromNow(2),
      paymentRequired: true,
    });
    const free = await insertBlock(db, { eventId: ticket.eventId, paymentRequired: false });
    await db
      .updateTable('outages')
      .set({ startedAt: shop.ago(30) })
      .where('blockId', '=', free)
      .execute();
    expect((await shop.list(ticket.eventId)).data).toEqual([]);
    const unknown = await organiser.request(`GET /api/v1/shop/outages?eventId=${randomUUID()}`);
    expect(unknown.status).toBe(404);
  });
});

describe('an event that does not keep to its plan', () => {
  /** The broadcast of the stream, in this state. */
  const broadcast = async (values: { state: 'live' | 'ended'; startedAt: string; endedAt?: string }) => {
    const { id } = await db
      .selectFrom('liveStreams')
      .select('id')
      .where('blockId', '=', ticket.blockId)
      .executeTakeFirstOrThrow();
    await db
      .insertInto('ingests')
      .values({
        liveStreamId: id,
        keyHash: randomUUID(),
        keyCreatedAt: shop.ago(90),
        previousVideoId: 'x',
        ...values,
      })
      .execute();
  };
  const planEnds = (minutesAgo: number) =>
    db
      .updateTable('blocks')
      .set({ endDate: shop.ago(minutesAgo) })
      .where('id', '=', ticket.blockId)
      .execute();

  it.each<[string, { state: 'live' | 'ended'; startedAt: number; endedAt?: number }, number]>([
    ['while it is broadcast', { state: 'live', startedAt: 50 }, 1],
    ['until its broadcast ended', { state: 'ended', startedAt: 50, endedAt: 5 }, 1],
    ['not after its broadcast', { state: 'ended', startedAt: 50, endedAt: 25 }, 0],
    ['not because of a rehearsal that begins hours later', { state: 'live', startedAt: -200 }, 0],
  ])(
    'counts the darkness after the planned end: %s',
    async (_name, { startedAt, endedAt, ...values }, people) => {
      await planEnds(30);
      const buyer = await shop.newBuyer(ticket);
      const outage = await shop.breakFor(ticket, [buyer]);
      await broadcast({
        ...values,
        startedAt: shop.ago(startedAt),
        ...(endedAt === undefined ? {} : { endedAt: shop.ago(endedAt) }),
      });
      const { data } = await shop.list(ticket.eventId);
      expect(data.map((one: { id: string; people: number }) => [one.id, one.people])).toEqual(
        people === 0 ? [] : [[outage, people]],
      );
    },
  );

  it('names who waits in the dark of an overrun', async () => {
    await planEnds(30);
    const buyer = await shop.newBuyer(ticket);
    await shop.switchStream(ticket, 'inactive');
    await shop.switchStream(ticket, 'active');
    await buyer.request(ticket.watch);
    await db.deleteFrom('outages').where('blockId', '=', ticket.blockId).execute();
    await db
      .insertInto('outages')
      .values({
        blockId: ticket.blockId,
        cause: 'stream',
        startedAt: shop.ago(20),
        endedAt: null,
        failedAt: null,
      })
      .execute();
    await shop.watchOnce();
    const [outage] = await shop.outagesOf(ticket.blockId);
    const viewers = db.selectFrom('outageViewers').selectAll().where('outageId', '=', String(outage?.id));
    expect(await viewers.execute()).toMatchObject([{ userId: buyer.userId }]);
  });

  it('is dark while it is a draft, for those who watched', async () => {
    const buyer = await shop.newBuyer(ticket);
    await buyer.request(ticket.watch);
    const setStatus = (status: 'draft' | 'public') =>
      organiser.request(`PATCH /api/v1/events/${ticket.eventId}`, { body: { status } });
    const before = (await shop.outagesOf(ticket.blockId)).length;
    expect((await setStatus('draft')).status).toBe(204);
    expect((await shop.outagesOf(ticket.blockId)).at(-1)).toMatchObject({ cause: 'stream', endedAt: null });
    expect((await setStatus('public')).status).toBe(204);
    const outages = await shop.outagesOf(ticket.blockId);
    expect([outages.length >= before, outages.at(-1)?.endedAt === null]).toEqual([true, false]);
    expect(await emailsOf(outages.at(-1)?.id ?? '')).toEqual([buyer.email]);
  });
});

describe('listAffectedPeople', () => {
  it('names who watched when it broke and who tried, each for their own time', async () => {
    const [watcher, tried, absent, late] = await Promise.all([
      shop.newBuyer(ticket),
      shop.newBuyer(ticket),
      shop.newBuyer(ticket),
      shop.newViewer(),
    ]);
    const guest = await shop.newViewer();
    await insertAccess(db, { eventId: ticket.eventId, userId: guest.userId });
    await watcher.request(ticket.watch);
    await guest.request(ticket.watch);
    await shop.switchStream(ticket, 'inactive');
    expect((await tried.request(ticket.watch)).body.type).toBe('/problems/stream-inactive');
    await tried.request(ticket.watch);
    await guest.request(ticket.watch);
    await shop.evidence.flush(db);
    await shop.switchStream(ticket, 'active');
    await late.request(ticket.watch);
    await shop.pay(ticket.priceId, late.email);
    const id = await shop.backdate(ticket.blockId, 20, 10);
    await db
      .updateTable('deniedPlays')
      .set({ triedAt: shop.ago(14) })
      .where('blockId', '=', ticket.blockId)
      .execute();

    const { data, total } = await shop.people(id);
    expect([
      total,
      data.map(({ email, seconds }: { email: string; seconds: number }) => [email, seconds]),
    ]).toEqual([
      2,
      [
        [watcher.email, 600],
        [tried.email, 240],
      ],
    ]);
    expect(absent.email).not.toBe(watcher.email);
    expect((await shop.list(ticket.eventId)).data).toMatchObject([
      { people: 2, open: 2, paid: [{ currency: 'eur', people: 2, amount: 2_998 }], seconds: 600 },
    ]);
  });

  it('counts from the payment of who paid while it lasted, and not who paid later', async () => {
    const [during, after] = await Promise.all([shop.newBuyer(ticket), shop.newBuyer(ticket)]);
    const id = await shop.breakFor(ticket, [during, after]);
    await db
      .updateTable('orders')
      .set({ paidAt: shop.ago(15) })
      .where('id', '=', during.orderId)
      .execute();
    await db
      .updateTable('orders')
      .set({ paidAt: shop.ago(5) })
      .where('id', '=', after.orderId)
      .execute();
    const { data } = await shop.people(id);
    expect(data).toMatchObject([{ orderId: during.orderId, seconds: 300 }]);
  });

  it('takes the order of the block before the one of the event, and each person once', async () => {
    const viewer = await shop.newBuyer(ticket);
    const event = await shop.pay(ticket.eventPriceId, viewer.email);
    const id = await shop.breakFor(ticket, [viewer]);
    expect(await shop.people(id)).toMatchObject({ total: 1, data: [{ orderId: viewer.orderId }] });
    await db.updateTable('orders').set({ status: 'refunded' }).where('id', '=', viewer.orderId).execute();
    expect(await shop.people(id)).toMatchObject({ total: 1, data: [{ orderId: event.orderId }] });
  });

  it('names nobody whose device had stopped before, and forgets a deleted account', async () => {
    const [gone, deleted] = await Promise.all([shop.newBuyer(ticket), shop.newBuyer(ticket)]);
    await gone.request(ticket.watch);
    await db
      .updateTable('playbackLeases')
      .set({ pingedAt: shop.ago(2) })
      .where('userId', '=', gone.userId)
      .execute();
    const id = await shop.breakFor(ticket, [deleted]);
    expect(await emailsOf(id)).toEqual([deleted.email]);
    await db.deleteFrom('users').where('id', '=', deleted.userId).execute();
    expect(await emailsOf(id)).toEqual([]);
  });

  it('names who waits before a block that begins without a picture', async () => {
    const viewer = await shop.newBuyer(ticket);
    await db
      .updateTable('blocks')
      .set({ startDate: hoursFromNow(0.5) })
      .where('id', '=', ticket.blockId)
      .execute();
    await viewer.request(ticket.watch);
    await shop.switchStream(ticket, 'inactive');
    await shop.watchOnce();
    await db
      .updateTable('blocks')
      .set({ startDate: shop.ago(1) })
      .where('id', '=', ticket.blockId)
      .execute();
    const [outage] = (await shop.outagesOf(ticket.blockId)).toReversed();
    expect(await emailsOf(String(outage?.id))).toEqual([]);
    await shop.watchOnce();
    await shop.watchOnce();
    expect(await emailsOf(String(outage?.id))).toEqual([viewer.email]);
  });
});

describe('playback that fails', () => {
  const stream = async () =>
    (
      await db
        .selectFrom('liveStreams')
        .select('id')
        .where('blockId', '=', ticket.blockId)
        .executeTakeFirstOrThrow()
    ).id;
  /** Ten minutes ago, from the start of a span of evidence: 15 seconds count together. */
  const at = (seconds: number) =>
    new Date((Math.floor(clock.now().getTime() / 15_000) * 15 + seconds - 600) * 1_000);

  it('is an outage while most of it fails, and ends when it is delivered', async () => {
    const viewer = await shop.newBuyer(ticket);
    const id = await stream();
    const lucky = { leaseId: randomUUID() };
    for (let second = 0; second < 300; second += 2)
      for (const userId of [viewer.userId, organiser.userId])
        shop.evidence.failed(id, { userId }, at(second));
    shop.evidence.delivered(id, lucky, at(10));
    for (let second = 300; second < 330; second += 2) shop.evidence.delivered(id, lucky, at(second));
    shop.evidence.failed(id, { userId: viewer.userId }, at(310));
    await Promise.all([shop.watchOnce(), shop.watchOnce()]);
    await shop.watchOnce();
    await db
      .updateTable('orders')
      .set({ paidAt: shop.ago(60) })
      .where('id', '=', viewer.orderId)
      .execute();
    const [outage] = (await shop.list(ticket.eventId)).data;
    expect(outage).toMatchObject({ cause: 'playback', people: 1 });
    expect(Math.abs(outage.seconds - 300)).toBeLessThanOrEqual(15);
  });

  it('counts viewers: a player that asks again and again decides nothing for two others', async () => {
    const id = await stream();
    const before = await shop.outagesOf(ticket.blockId);
    for (const leaseId of [randomUUID(), randomUUID()]) shop.evidence.delivered(id, { leaseId }, at(0));
    for (let call = 0; call < 20; call++) shop.evidence.failed(id, { userId: organiser.userId }, at(1));
    await shop.watchOnce();
    expect(await shop.outagesOf(ticket.blockId)).toEqual(before);
  });

  it('ends with the last failure when nobody tries any more, and is no news without an active stream', async () => {
    const id = await stream();
    shop.evidence.failed(id, { userId: organiser.userId }, at(0));
    await shop.watchOnce();
    const outage = (await shop.outagesOf(ticket.blockId)).find(({ cause }) => cause === 'playback');
    const length = Date.parse(String(outage?.endedAt)) - Date.parse(String(outage?.startedAt));
    expect(length).toBe(15_000);
    await shop.switchStream(ticket, 'inactive');
    const before = await shop.outagesOf(ticket.blockId);
    shop.evidence.failed(id, { userId: organiser.userId }, at(500));
    await shop.watchOnce();
    expect(await shop.outagesOf(ticket.blockId)).toEqual(before);
  });

  it('is seen by the server itself: a video that the origin lost', async () => {
    const viewer = await shop.newBuyer(ticket);
    await db
      .updateTable('liveStreams')
      .set({ videoId: 'lost' })
      .where('blockId', '=', ticket.blockId)
      .execute();
    const { body } = await viewer.request(ticket.watch);
    const { pathname } = new URL(body.url);
    expect((await shop.app.inject({ method: 'GET', url: pathname })).statusCode).toBe(404);
    await shop.evidence.flush(db);
    const denied = await db
      .selectFrom('deniedPlays')
      .select('userId')
      .where('blockId', '=', ticket.blockId)
      .execute();
    expect(denied).toEqual([{ userId: viewer.userId }]);
  });

  it('is no failure for an address that is outdated: of a video that was replaced, or of who may not watch any more', async () => {
    const viewer = await shop.newBuyer(ticket);
    const streamId = await stream();
    const playVideo = (videoId: string) =>
      db.updateTable('liveStreams').set({ videoId }).where('id', '=', streamId).execute();
    const { videoId } = await db
      .selectFrom('liveStreams')
      .select('videoId')
      .where('id', '=', streamId)
      .executeTakeFirstOrThrow();
    await playVideo('lost');
    const { pathname } = new URL((await viewer.request(ticket.watch)).body.url);
    const statusOf = async () => (await shop.app.inject({ method: 'GET', url: pathname })).statusCode;
    await playVideo(videoId);
    const replaced = await statusOf();
    await playVideo('lost');
    await db.deleteFrom('accesses').where('userId', '=', viewer.userId).execute();
    const revoked = await statusOf();
    await playVideo(videoId);
    expect([replaced, revoked]).toEqual([403, 403]);
    await shop.evidence.flush(db);
    const denied = await db
      .selectFrom('deniedPlays')
      .selectAll()
      .where('userId', '=', viewer.userId)
      .execute();
    const slices = await db
      .selectFrom('playbackSlices')
      .selectAll()
      .where('blockId', '=', ticket.blockId)
      .where('failed', '>', 0)
      .execute();
    expect({ denied, slices }).toEqual({ denied: [], slices: [] });
  });
});
