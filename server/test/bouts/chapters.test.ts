/** A player learns where the bouts begin with its signed address, and from nowhere else (44.14). */
import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { insertWatchable } from '../factories.ts';
import { startApi } from '../harness.ts';

const api = await startApi();
const timekeeper = await api.signInAs({ scopes: ['event:bell'] });
const viewer = await api.signInAs();

let night: Awaited<ReturnType<typeof insertWatchable>>;
let boutId: string;
async function open(isPaid = false) {
  night = await insertWatchable(api.db, {
    block: { paymentRequired: isPaid },
    stream: { venueDelayMs: 3_000 },
  });
  const bout = { blockId: night.blockId, position: 1 };
  ({ id: boutId } = await api.db.insertInto('bouts').values(bout).returning('id').executeTakeFirstOrThrow());
}
beforeEach(() => open());

const ring = async (kind: 'walkout' | 'round-start', round: number | null) =>
  (
    await timekeeper.request(`POST /api/v1/events/${night.eventId}/bouts/${boutId}/bells`, {
      body: { id: randomUUID(), kind, round, at: new Date().toISOString() },
    })
  ).body;
const sign = async () => (await viewer.request(`GET ${night.signedUrlPath}`)).body;

describe('the chapters of a stream', () => {
  it('come with its signed address, by the clock of its pictures', async () => {
    expect((await sign()).chapters).toBeUndefined();
    const walkout = await ring('walkout', null);
    const earlier = (bell: { at: string }, ms: number) =>
      new Date(Date.parse(bell.at) + 3_000 - ms).toISOString();
    expect((await sign()).chapters).toEqual([{ boutId, startsAt: earlier(walkout, 8_000), bellAt: null }]);
    const bell = await ring('round-start', 1);
    expect((await sign()).chapters).toEqual([
      { boutId, startsAt: earlier(walkout, 8_000), bellAt: earlier(bell, 0) },
    ]);
    await timekeeper.request(`DELETE /api/v1/events/${night.eventId}/bouts/${boutId}/bells/${walkout.id}`);
    expect((await sign()).chapters).toMatchObject([{ startsAt: earlier(bell, 5_000) }]);
  });

  it('are in no answer for somebody who may not watch', async () => {
    await open(true);
    await ring('walkout', null);
    expect(JSON.stringify(await sign())).not.toContain(boutId);
    const page = await api.request(`GET /api/v1/kickboxing/competitions/${night.eventId}`);
    expect(JSON.stringify(page.body)).not.toContain(boutId);
  });
});
