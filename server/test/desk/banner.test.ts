/** A line of text for everybody (docs/product.md, 21.7), and what the live page shows first (21.8). */
import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { insertBlock, insertLiveStream, insertWatchable } from '../factories.ts';
import { startApi } from '../harness.ts';
import { follow } from '../streams/follow.ts';

const api = await startApi();
const organiser = await api.signInAs({ scopes: ['event:read', 'event:update', 'event:delete'] });
const competition = async (id: string) =>
  (await api.request(`GET /api/v1/kickboxing/competitions/${id}`)).body;
const auditOf = (entityId: string) =>
  api.db
    .selectFrom('auditEntries')
    .select(['action', 'actorId', 'before', 'after'])
    .where('entityId', '=', entityId)
    .orderBy('createdAt')
    .execute();

describe('the banner', () => {
  const put = (eventId: string, text: unknown) =>
    organiser.request(`PUT /api/v1/events/${eventId}/banner`, { body: { text } });

  it('is shown, replaced and taken back, and each change is in the audit log', async () => {
    const { eventId } = await insertWatchable(api.db);
    expect((await competition(eventId)).banner).toEqual({ text: null, since: null });
    await put(eventId, '  The main card begins late.  ');
    const { banner } = await competition(eventId);
    expect(banner).toEqual({ text: 'The main card begins late.', since: expect.any(String) });
    await put(eventId, 'The main card begins now.');
    await organiser.request(`DELETE /api/v1/events/${eventId}/banner`);
    expect((await competition(eventId)).banner).toEqual({ text: null, since: null });
    const actorId = organiser.userId;
    expect(await auditOf(eventId)).toEqual([
      {
        action: 'setBanner',
        actorId,
        before: { banner: null },
        after: { banner: 'The main card begins late.' },
      },
      {
        action: 'setBanner',
        actorId,
        before: { banner: 'The main card begins late.' },
        after: { banner: 'The main card begins now.' },
      },
      {
        action: 'deleteBanner',
        actorId,
        before: { banner: 'The main card begins now.' },
        after: { banner: null },
      },
    ]);
  });

  it('keeps its time and leaves no trace when it is set or taken back twice', async () => {
    const { eventId } = await insertWatchable(api.db);
    await put(eventId, 'Doors are open.');
    const { banner } = await competition(eventId);
    api.clock.advance(60_000);
    await put(eventId, 'Doors are open.');
    expect((await competition(eventId)).banner).toEqual(banner);
    for (let times = 0; times < 2; times++)
      expect((await organiser.request(`DELETE /api/v1/events/${eventId}/banner`)).status).toBe(204);
    expect(await auditOf(eventId)).toHaveLength(2);
    api.clock.reset();
  });

  it('does not change the version of the event', async () => {
    const { eventId } = await insertWatchable(api.db);
    const { headers } = await organiser.request(`GET /api/v1/events/${eventId}`);
    await put(eventId, 'Nobody who edits the event is disturbed.');
    const change = { headers: { 'if-match': String(headers.etag) }, body: { name: 'Edited meanwhile' } };
    expect((await organiser.request(`PATCH /api/v1/events/${eventId}`, change)).status).toBe(204);
  });

  it.each([
    ['nothing', '', 'Must not be empty.'],
    ['spaces', '   ', 'Must not be empty.'],
    ['too much', 'x'.repeat(141), 'Must be at most 140 characters long.'],
    ['20 KB', 'x'.repeat(20_000), undefined],
    ['a line break', 'one\ntwo', 'Must be one line of text, without control characters.'],
    ['a forged event', 'x\n\nevent: gone\ndata: {}', 'Must be one line of text, without control characters.'],
    ['a carriage return', 'one\rtwo', 'Must be one line of text, without control characters.'],
    ['a line separator', 'one\u2028two', 'Must be one line of text, without control characters.'],
    ['another direction', 'safe\u202Eevil', 'Must be one line of text, without control characters.'],
    ['an isolate', 'safe\u2066evil', 'Must be one line of text, without control characters.'],
    ['a NUL', 'a\u0000b', 'Must be one line of text, without control characters.'],
    ['half a character', 'a\ud800b', 'Must be well-formed Unicode.'],
    ['a number', 7, 'Must be string.'],
  ])('is not %s', async (_name, text, detail) => {
    const { eventId } = await insertWatchable(api.db);
    const { status, body } = await put(eventId, text);
    if (detail === undefined) expect(status).toBe(413);
    else expect([status, body.issues[0]]).toEqual([400, { detail, pointer: '/text', location: 'body' }]);
    expect((await competition(eventId)).banner.text).toBeNull();
  });

  it('arrives as it was written, whatever it looks like', async () => {
    const { eventId } = await insertWatchable(api.db);
    const stream = await follow(api, `/api/v1/kickboxing/competitions/${eventId}/events`);
    await stream.next('banner');
    const text = `<img src=x onerror=alert(1)> {{7*7}} \\n data: "x" 🥊${'👩‍👩‍👧‍👦'.repeat(3)} مرحبا`;
    expect((await put(eventId, text)).status).toBe(204);
    expect((await stream.next('banner', (banner) => banner.text !== null)).data.text).toBe(text);
    expect(stream.events()).toHaveLength(5);
  });

  it('ends as one of them when sixty are sent at once', async () => {
    const { eventId } = await insertWatchable(api.db);
    const texts = Array.from({ length: 60 }, (_, number) => `Banner ${number}`);
    const answers = await Promise.all(texts.map((text) => put(eventId, text)));
    expect([...new Set(answers.map(({ status }) => status))]).toEqual([204]);
    const entries = await auditOf(eventId);
    // Each change begins with what the one before has left.
    for (const [index, { before }] of entries.entries())
      expect(before?.banner).toBe(index === 0 ? null : entries[index - 1]?.after?.banner);
    expect((await competition(eventId)).banner.text).toBe(entries.at(-1)?.after?.banner);
  });
});

describe('the stream to show first', () => {
  const put = (eventId: string, liveStreamId: string) =>
    organiser.request(`PUT /api/v1/events/${eventId}/featured-stream`, { body: { liveStreamId } });

  it('is chosen among all blocks, and given up', async () => {
    const { eventId } = await insertWatchable(api.db);
    const blockId = await insertBlock(api.db, { eventId });
    const liveStreamId = await insertLiveStream(api.db, { blockId, status: 'inactive', weight: 9 });
    expect((await put(eventId, liveStreamId.toUpperCase())).status).toBe(204);
    expect((await competition(eventId)).featuredStreamId).toBe(liveStreamId);
    await organiser.request(`DELETE /api/v1/events/${eventId}/featured-stream`);
    expect((await competition(eventId)).featuredStreamId).toBeNull();
    expect((await auditOf(eventId)).map(({ action }) => action)).toEqual([
      'setFeaturedStream',
      'deleteFeaturedStream',
    ]);
  });

  it('belongs to the event', async () => {
    const [one, other] = [await insertWatchable(api.db), await insertWatchable(api.db)];
    for (const liveStreamId of [other.liveStreamId, randomUUID()]) {
      const { status, body } = await put(one.eventId, liveStreamId);
      expect([status, body.issues[0]]).toEqual([
        400,
        { detail: 'This event has no such live stream.', pointer: '/liveStreamId', location: 'body' },
      ]);
    }
  });

  it('is forgotten when the stream is deleted, and viewers hear of it', async () => {
    const { eventId, blockId, liveStreamId } = await insertWatchable(api.db);
    await put(eventId, liveStreamId);
    const stream = await follow(api, `/api/v1/kickboxing/competitions/${eventId}/events`);
    await stream.next('streams', ({ featuredStreamId }) => featuredStreamId === liveStreamId);
    await organiser.request(
      `DELETE /api/v1/events/${eventId}/blocks/${blockId}/live-streams/${liveStreamId}`,
    );
    const { data } = await stream.next('streams', ({ featuredStreamId }) => featuredStreamId === null);
    expect(data.blocks).toEqual([{ blockId, liveStreams: [] }]);
  });
});
