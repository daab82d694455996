import { randomUUID } from 'node:crypto';
import { parse } from 'csv-parse/sync';
import { describe, expect, it } from 'vitest';
import { hoursFromNow, insertAccess, insertBlock, insertEvent, insertUser } from '../../factories.ts';
import { startApi } from '../../harness.ts';

let statements = 0;
const api = await startApi({}, ({ sql }) => {
  // The keys are read again once a minute.
  if (!/signing_keys/.test(sql)) statements += 1;
});
const organiser = await api.signInAs({ scopes: ['event:read', 'event:create', 'event:delete'] });
const path = '/api/v1/events/access';

const download = (eventId: string, blockId?: string) =>
  organiser.request(`GET ${path}/export?eventId=${eventId}${blockId ? `&blockId=${blockId}` : ''}`);
const upload = (body: string) =>
  organiser.request(`POST ${path}/import`, { body, headers: { 'content-type': 'text/csv' } });

async function newEvent() {
  const slug = `night-${randomUUID()}`;
  const eventId = await insertEvent(api.db, { slug });
  const blockId = await insertBlock(api.db, { eventId, slug: 'main-card' });
  return { eventId, blockId, slug };
}

describe('exportAccesses', () => {
  it('returns the accesses ordered by start, in the format of RFC 4180', async () => {
    const { eventId, blockId, slug } = await newEvent();
    const email = `robin-${randomUUID()}@example.test`;
    const userId = await insertUser(api.db, { email });
    const startDate = '2026-11-20T08:00:00.5+00:00';
    await insertAccess(api.db, { eventId, userId, startDate: '2026-11-21T08:00:00Z' });
    await insertAccess(api.db, { eventId, blockId, userId, startDate, endDate: '2026-12-21T22:30:00Z' });
    await insertAccess(api.db, { eventId: (await newEvent()).eventId, userId });
    const { status, headers, body } = await download(eventId);
    expect(status).toBe(200);
    expect(headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(headers['content-disposition']).toBe(`attachment; filename="accesses-${slug}.csv"`);
    expect(body).toBe(
      [
        '\ufeffemail,eventId,blockId,startDate,endDate,waiting,complimentary,note',
        `${email},${eventId},${blockId},${startDate},2026-12-21T22:30:00+00:00,,,`,
        `${email},${eventId},,2026-11-21T08:00:00+00:00,,,,`,
        '',
      ].join('\r\n'),
    );
  });

  it('returns only the accesses to one block', async () => {
    const { eventId, blockId, slug } = await newEvent();
    const userId = await insertUser(api.db);
    await insertAccess(api.db, { eventId, userId });
    await insertAccess(api.db, { eventId, blockId, userId });
    const { headers, body } = await download(eventId, blockId);
    expect(headers['content-disposition']).toContain(`"accesses-${slug}-main-card.csv"`);
    expect(parse(body, { columns: true, bom: true })).toEqual([expect.objectContaining({ blockId })]);
  });

  it('returns only the header when there are no accesses', async () => {
    const { body } = await download((await newEvent()).eventId);
    expect(body).toBe('\ufeffemail,eventId,blockId,startDate,endDate,waiting,complimentary,note\r\n');
  });

  it('answers 404 for an event or a block that does not exist, and 400 for a block without its event', async () => {
    const [{ eventId }, other] = [await newEvent(), await newEvent()];
    expect((await download(randomUUID())).status).toBe(404);
    expect((await download(eventId, randomUUID())).status).toBe(404);
    expect((await download(eventId, other.blockId)).status).toBe(404);
    expect((await organiser.request(`GET ${path}/export?blockId=${other.blockId}`)).status).toBe(400);
  });

  it('escapes addresses that a spreadsheet would read as a formula', async () => {
    const { eventId } = await newEvent();
    const id = randomUUID();
    for (const sign of ['=', '+', '-']) {
      const userId = await insertUser(api.db, { email: `${sign}${id}@example.test` });
      await insertAccess(api.db, { eventId, userId });
    }
    const { body } = await download(eventId);
    const addresses = parse<{ email: string }>(body, { columns: true, bom: true }).map(({ email }) => email);
    expect(addresses.toSorted()).toEqual(['+', '-', '='].map((sign) => `'${sign}${id}@example.test`));
  });

  it('produces a file that the import reads back unchanged', async () => {
    const { eventId, blockId } = await newEvent();
    const id = randomUUID();
    for (const email of [`=1-${id}@example.test`, `'+${id}@example.test`, `sam-${id}@example.test`]) {
      const userId = await insertUser(api.db, { email, emailVerifiedAt: hoursFromNow(-1) });
      await insertAccess(api.db, { eventId, userId, startDate: '2026-11-20T08:00:00.000001Z' });
      await insertAccess(api.db, { eventId, blockId, userId, endDate: hoursFromNow(5) });
    }
    const { body: before } = await download(eventId);
    expect((await upload(before)).status).toBe(400);
    await api.db.deleteFrom('accesses').where('eventId', '=', eventId).execute();
    expect((await upload(before)).body.imported).toBe(6);
    const { body: after } = await download(eventId);
    expect(parse(after).toSorted()).toEqual(parse(before).toSorted());
  });

  it('returns each access once over many pages, with one statement per page', async () => {
    const { eventId } = await newEvent();
    const userId = await insertUser(api.db);
    // Many start at the same time, so that a page ends between accesses with the same start.
    const accesses = Array.from({ length: 2_500 }, (_, index) => ({
      eventId,
      blockId: null,
      userId,
      startDate: `2026-11-20T08:00:0${index % 2}Z`,
      endDate: new Date(Date.parse('2027-01-01T00:00:00Z') + index * 1_000).toISOString(),
    }));
    await api.db.insertInto('accesses').values(accesses).execute();
    statements = 0;
    const { body } = await download(eventId);
    const ends = parse<{ endDate: string }>(body, { columns: true, bom: true }).map(({ endDate }) =>
      new Date(endDate).toISOString(),
    );
    expect(ends.toSorted()).toEqual(accesses.map(({ endDate }) => endDate));
    // The caller, the event, and three pages.
    expect(statements).toBe(5);
  });
});
