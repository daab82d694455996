/** "Tell me when it is next": asked, taken back and listed (docs/product/card.md, 46). */
import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { insertBlock, insertBout, insertEvent, insertFighter } from '../factories.ts';
import { type Device, startApi } from '../harness.ts';

const api = await startApi();
const hour = 3_600_000;
const inMs = (ms: number) => new Date(api.clock.now().getTime() + ms).toISOString();

beforeEach(() => api.clock.stop());
afterEach(() => api.clock.reset());

async function insertCard(event: Parameters<typeof insertEvent>[1] = {}) {
  const dates = { startDate: inMs(-hour), endDate: inMs(3 * hour) };
  const slug = `night-${randomUUID()}`;
  const eventId = await insertEvent(api.db, { status: 'public', slug, ...dates, ...event });
  const blockId = await insertBlock(api.db, { eventId, ...dates });
  const add = async (name: string) =>
    insertBout(api.db, { blockId, redFighterId: await insertFighter(api.db, { name }) });
  const [first, second] = [await add('Red 1'), await add('Red 2')];
  return { eventId, slug, first, second };
}
const of = (event: string, bout: string) => `/api/v1/reminders/competitions/${event}/bouts/${bout}`;
const set = async (device: Device, event: string, bout: string) =>
  (await device.request(`PUT ${of(event, bout)}`)).status;
const remove = async (device: Device, event: string, bout: string) =>
  (await device.request(`DELETE ${of(event, bout)}`)).status;
const listed = async (device: Device, query = '') =>
  (await device.request(`GET /api/v1/reminders/bouts${query}`)).body.data.map(
    ({ boutId }: { boutId: string }) => boutId,
  );
const ring = (boutId: string, undoneAt: string | null = null) =>
  api.db
    .insertInto('bells')
    .values({
      id: randomUUID(),
      boutId,
      kind: 'walkout',
      round: null,
      at: inMs(0),
      rungAt: inMs(0),
      undoneAt,
      userId: null,
    })
    .execute();

describe('setBoutReminder', () => {
  it('is idempotent, by id and by slug, and so is its removal (46.1)', async () => {
    const { eventId, slug, first, second } = await insertCard();
    const viewer = await api.signInAs();
    expect([await set(viewer, eventId, second), await set(viewer, slug, second)]).toEqual([204, 204]);
    expect(await set(viewer, slug, first)).toBe(204);
    expect(await listed(viewer)).toEqual([first, second]);
    expect(await listed(viewer, `?competitionId=${slug}`)).toEqual([first, second]);
    const other = await insertCard();
    expect(await listed(viewer, `?competitionId=${other.eventId}`)).toEqual([]);
    expect(await listed(viewer, '?limit=1&offset=1')).toEqual([second]);
    expect([await remove(viewer, slug, second), await remove(viewer, slug, second)]).toEqual([204, 204]);
    expect(await listed(viewer)).toEqual([first]);
    expect(await listed(await api.signInAs())).toEqual([]);
  });

  it('sixty calls at once leave one, or none', async () => {
    const { eventId, first } = await insertCard();
    const viewer = await api.signInAs();
    const calls = Array.from({ length: 60 }, (_, index) =>
      (index % 2 ? set : remove)(viewer, eventId, first),
    );
    expect([...new Set(await Promise.all(calls))]).toEqual([204]);
    expect((await listed(viewer)).length).toBeLessThanOrEqual(1);
  });

  it('refuses a bout that has begun or is cancelled, and takes one whose bell was undone (46.1)', async () => {
    const { eventId, first, second } = await insertCard();
    const viewer = await api.signInAs();
    await ring(first, inMs(0));
    expect(await set(viewer, eventId, first)).toBe(204);
    await remove(viewer, eventId, first);
    await ring(first);
    await api.db.updateTable('bouts').set({ status: 'cancelled' }).where('id', '=', second).execute();
    expect([await set(viewer, eventId, first), await set(viewer, eventId, second)]).toEqual([409, 409]);
    const past = await insertCard({ startDate: inMs(-20 * hour), endDate: inMs(-7 * hour) });
    expect(await set(viewer, past.eventId, past.first)).toBe(409);
  });

  it("knows no bout of another event, of a draft or of nobody's, and opens a hidden event by its link (46.1)", async () => {
    const [draft, hidden] = [await insertCard({ status: 'draft' }), await insertCard({ status: 'hidden' })];
    const viewer = await api.signInAs();
    expect(await set(viewer, draft.slug, draft.first)).toBe(404);
    expect(await set(viewer, hidden.slug, draft.first)).toBe(404);
    expect(await set(viewer, hidden.slug, randomUUID())).toBe(404);
    expect(await set(viewer, hidden.slug, hidden.first)).toBe(204);
    expect((await api.request(`PUT ${of(hidden.slug, hidden.second)}`)).status).toBe(401);
    // Of another event's address nothing is removed.
    const { slug } = await insertCard();
    await remove(viewer, slug, hidden.first);
    expect(await listed(viewer)).toEqual([hidden.first]);
  });

  it('is gone from the list when the event was taken back or is over', async () => {
    const { eventId, slug, first } = await insertCard();
    const viewer = await api.signInAs();
    await set(viewer, slug, first);
    const change = (values: object) =>
      api.db.updateTable('events').set(values).where('id', '=', eventId).execute();
    await change({ status: 'hidden' });
    expect(await listed(viewer)).toEqual([]);
    await change({ status: 'public', endDate: inMs(-1) });
    expect(await listed(viewer)).toEqual([]);
  });
});
