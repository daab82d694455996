/** A shop with viewers who have paid and were kept from watching. */
import { randomUUID } from 'node:crypto';
import { workOff } from '../../../src/shop/compensation/compensation-worker.ts';
import { watchOnce } from '../../../src/shop/compensation/outage-watch.ts';
import { PlaybackEvidence } from '../../../src/shop/compensation/playback-evidence.ts';
import type { Device } from '../../harness.ts';
import { startShop } from '../shop.ts';

const minute = 60_000;
const silent = { info() {}, warn() {}, error() {} };

export type Viewer = Device & { email: string };
type Ticket = Awaited<ReturnType<Awaited<ReturnType<typeof startShop>>['newTicket']>>;

export async function startOutages() {
  const evidence = new PlaybackEvidence();
  const shop = await startShop(undefined, { evidence });
  const { db, provider, clock } = shop;
  const organiser = await shop.signInAs({
    scopes: ['order:read', 'order:refund', 'event:read', 'event:update', 'event:delete'],
  });
  const job = { db, provider, now: clock.now, log: silent, wakeOutbox: () => {}, paceMs: 0 };
  // One moment for the whole file, so that spans are exact.
  const base = clock.now().getTime();
  const ago = (minutes: number) => new Date(base - minutes * minute).toISOString();

  const streamOf = ({ blockId }: Ticket) =>
    db.selectFrom('liveStreams').select('id').where('blockId', '=', blockId).executeTakeFirstOrThrow();

  return {
    ...shop,
    organiser,
    evidence,
    ago,

    async switchStream(ticket: Ticket, status: 'active' | 'inactive', id?: string) {
      const liveStreamId = id ?? (await streamOf(ticket)).id;
      const target = `PATCH /api/v1/events/${ticket.eventId}/blocks/${ticket.blockId}/live-streams/${liveStreamId}`;
      return organiser.request(target, { body: { status } });
    },

    async newBuyer(ticket: Ticket, priceId = ticket.priceId) {
      const viewer = await shop.newViewer();
      const order = await shop.pay(priceId, viewer.email);
      return { ...viewer, ...order };
    },

    outagesOf: (blockId: string) =>
      db.selectFrom('outages').selectAll().where('blockId', '=', blockId).orderBy('startedAt').execute(),

    /** Moves the outage, and what is known about its viewers, back in time. @returns its id. */
    async backdate(blockId: string, from: number, to: number): Promise<string> {
      const { id } = await db
        .updateTable('outages')
        .set({ startedAt: ago(from), endedAt: ago(to) })
        .where('id', 'in', (eb) =>
          eb
            .selectFrom('outages')
            .select('id')
            .where('blockId', '=', blockId)
            .orderBy('startedAt', 'desc')
            .limit(1),
        )
        .returning('id')
        .executeTakeFirstOrThrow();
      await db
        .updateTable('outageViewers')
        .set({ since: ago(from) })
        .where('outageId', '=', id)
        .execute();
      await db
        .updateTable('orders')
        .set({ paidAt: ago(from + 60) })
        .where('paidAt', '>', ago(from))
        .execute();
      return id;
    },

    /** Everybody who has paid watches when the stream breaks for ten minutes. @returns the outage. */
    async breakFor(ticket: Ticket, viewers: Viewer[]): Promise<string> {
      for (const viewer of viewers) await viewer.request(ticket.watch);
      await this.switchStream(ticket, 'inactive');
      await this.switchStream(ticket, 'active');
      return this.backdate(ticket.blockId, 20, 10);
    },

    list: async (eventId: string, leastSeconds = 60) =>
      (await organiser.request(`GET /api/v1/shop/outages?eventId=${eventId}&leastSeconds=${leastSeconds}`))
        .body,
    read: async (id: string) => (await organiser.request(`GET /api/v1/shop/outages/${id}`)).body,
    people: async (id: string) =>
      (await organiser.request(`GET /api/v1/shop/outages/${id}/people?limit=100`)).body,
    preview: (id: string, terms: object) =>
      organiser.request(
        `GET /api/v1/shop/outages/${id}/compensations/preview?terms=${encodeURIComponent(JSON.stringify(terms))}`,
      ),
    confirm: (id: string, fields: { tag: string; terms: object; key?: string }, as: Device = organiser) =>
      as.request(`POST /api/v1/shop/outages/${id}/compensations`, { body: { key: randomUUID(), ...fields } }),

    async compensate(id: string, terms: object) {
      const { body } = await this.preview(id, terms);
      return this.confirm(id, { tag: body.tag, terms });
    },

    watchOnce: () => watchOnce({ db, now: clock.now, evidence }),
    workOff: () => workOff(job),
  };
}
