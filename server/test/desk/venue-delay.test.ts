/** How much later pictures are stamped, as it was measured at the desk (docs/product/card.md, 44.17). */
import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { insertBout, insertWatchable } from '../factories.ts';
import { startApi } from '../harness.ts';
import { follow } from '../streams/follow.ts';

const api = await startApi();
const ringer = await api.signInAs({ scopes: ['event:read', 'event:bell'] });

async function insertStream() {
  const { eventId, blockId, liveStreamId } = await insertWatchable(api.db);
  await insertBout(api.db, { blockId });
  const path = `/api/v1/events/${eventId}/blocks/${blockId}/live-streams/${liveStreamId}/venue-delay`;
  const put = (milliseconds: unknown, device = ringer) =>
    device.request(`PUT ${path}`, { body: { milliseconds } });
  return { eventId, blockId, liveStreamId, put };
}

it('counts at once for those who follow the event, and is audited once', async () => {
  const { eventId, liveStreamId, put } = await insertStream();
  const stream = await follow(api, `/api/v1/kickboxing/competitions/${eventId}/events`);
  const first = await stream.next('card');
  expect(first.data.venueDelays).toEqual([{ liveStreamId, milliseconds: 2_000 }]);
  expect([(await put(3_400)).status, (await put(3_400)).status]).toEqual([204, 204]);
  const next = await stream.next('card', ({ venueDelays }) => venueDelays[0]?.milliseconds === 3_400);
  expect(next.data.cardTag).toBe(first.data.cardTag);
  const { body } = await ringer.request(`GET /api/v1/events/${eventId}/desk`);
  expect(body.blocks[0].liveStreams[0].venueDelayMs).toBe(3_400);
  const entries = await api.db
    .selectFrom('auditEntries')
    .select(['action', 'before', 'after'])
    .where('entityId', '=', liveStreamId)
    .execute();
  expect(entries).toEqual([
    { action: 'setVenueDelay', before: { venueDelayMs: 2_000 }, after: { venueDelayMs: 3_400 } },
  ]);
});

it('is for who may ring and read, of a stream of this event, and never negative', async () => {
  const { put, blockId } = await insertStream();
  for (const scopes of [['event:bell'], ['event:read'], ['event:update']])
    expect((await put(1_000, await api.signInAs({ scopes }))).status).toBe(403);
  for (const wrong of [-1, 30_001, 1.5, null, '2000']) expect((await put(wrong)).status).toBe(400);
  const other = await insertStream();
  const foreign = `/api/v1/events/${other.eventId}/blocks/${blockId}/live-streams/${randomUUID()}/venue-delay`;
  expect((await ringer.request(`PUT ${foreign}`, { body: { milliseconds: 1_000 } })).status).toBe(404);
});
