/**
 * `ETag` and `If-Match` (RFC 9110) of all resources that organisers change.
 *
 * @engine one
 */
import { beforeEach, describe, expect, it } from 'vitest';
import { insertAccess, insertBlock, insertEvent, insertLiveStream, insertUser } from '../factories.ts';
import { startApi } from '../harness.ts';

const api = await startApi();
const organiser = await api.signInAs({
  scopes: ['event:read', 'event:create', 'event:update', 'event:delete'],
});

const events = '/api/v1/events';
/** As a proxy that compresses writes it. */
const withSuffix = (tag: string) => tag.replace(/"$/, '-gzip"');
const ifMatch = (tag: string) => ({ headers: { 'if-match': tag } });

async function newPaths() {
  const eventId = await insertEvent(api.db);
  const blockId = await insertBlock(api.db, { eventId });
  const liveStreamId = await insertLiveStream(api.db, { blockId });
  const accessId = await insertAccess(api.db, { eventId, userId: await insertUser(api.db) });
  const block = `${events}/${eventId}/blocks/${blockId}`;
  return {
    event: `${events}/${eventId}`,
    block,
    liveStream: `${block}/live-streams/${liveStreamId}`,
    access: `${events}/access/${accessId}`,
  };
}

describe.each([
  ['event', { name: 'Renamed' }, { status: 'hidden' }],
  ['block', { name: 'Renamed' }, { paymentRequired: true }],
  ['liveStream', { name: 'Renamed' }, { weight: 9 }],
  ['access', { endDate: '2030-01-01T00:00:00Z' }, { startDate: '2026-01-01T00:00:00Z' }],
] as const)('the ETag of an %s', (kind, change, other) => {
  let path: string;
  beforeEach(async () => {
    path = (await newPaths())[kind];
  });
  const tag = async () => String((await organiser.request(`GET ${path}`)).headers.etag);
  const patch = (body: object, options = {}) => organiser.request(`PATCH ${path}`, { body, ...options });

  it('is strong, stays the same without changes and differs after each change', async () => {
    const first = await tag();
    expect(first).toMatch(/^"[^"]+"$/);
    expect(await tag()).toBe(first);
    const { status, headers } = await patch(change);
    expect(status).toBe(204);
    expect(headers.etag).not.toBe(first);
    expect(await tag()).toBe(headers.etag);
  });

  it('stays the same after an empty change', async () => {
    const first = await tag();
    expect((await patch({})).headers.etag).toBe(first);
    expect(await tag()).toBe(first);
  });

  it('admits a change with the current ETag, alone or in a list, and refuses a change with another one', async () => {
    const first = await tag();
    const { headers } = await patch(change, ifMatch(`"other" , ${first}`));
    expect(headers.etag).not.toBe(first);
    const before = (await organiser.request(`GET ${path}`)).body;
    for (const stale of [first, '"other"', `W/${first}`, withSuffix(first)]) {
      const { status, body } = await patch(other, ifMatch(stale));
      expect([status, body.type]).toEqual([412, '/problems/precondition-failed']);
    }
    expect((await organiser.request(`GET ${path}`)).body).toEqual(before);
    expect((await patch(other, ifMatch(String(headers.etag)))).status).toBe(204);
    expect((await patch(change, ifMatch(`W/${await tag()}`))).status).toBe(204);
    expect((await patch(other, ifMatch(withSuffix(await tag())))).status).toBe(204);
    expect((await patch(change, ifMatch('*'))).status).toBe(204);
  });

  it('admits one of two simultaneous changes with the same ETag', async () => {
    const first = await tag();
    const answers = await Promise.all([patch(change, ifMatch(first)), patch(other, ifMatch(first))]);
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 412]);
  });

  it('differs after each of many simultaneous changes', async () => {
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) => patch(index % 2 ? change : other)),
    );
    expect(new Set(answers.map(({ headers }) => headers.etag)).size).toBe(8);
  });

  it('guards a deletion too', async () => {
    const first = await tag();
    await patch(change);
    expect((await organiser.request(`DELETE ${path}`, ifMatch(first))).status).toBe(412);
    expect((await organiser.request(`DELETE ${path}`, ifMatch(await tag()))).status).toBe(204);
    expect((await organiser.request(`DELETE ${path}`, ifMatch('*'))).status).toBe(404);
  });

  it('must be in quotes', async () => {
    const { status, body } = await patch(change, ifMatch('3'));
    expect(status).toBe(400);
    expect(body.issues).toEqual([
      {
        detail: 'Must be an ETag in quotes, several of them, or *.',
        pointer: '/if-match',
        location: 'header',
      },
    ]);
  });
});

describe('the older path of a live stream', () => {
  it('accepts If-Match too', async () => {
    const { liveStream } = await newPaths();
    const { headers } = await organiser.request(`GET ${liveStream}`);
    const older = liveStream.replace('/live-streams/', '/live-stream/');
    expect((await organiser.request(`DELETE ${older}`, ifMatch('"0"'))).status).toBe(412);
    expect((await organiser.request(`DELETE ${older}`, ifMatch(String(headers.etag)))).status).toBe(204);
  });
});

describe('an ETag', () => {
  it('does not change when included blocks and live streams change', async () => {
    const { event, block, liveStream } = await newPaths();
    const { headers } = await organiser.request(`GET ${event}?blocks.liveStreams=true`);
    await organiser.request(`PATCH ${block}`, { body: { name: 'Renamed' } });
    await organiser.request(`PATCH ${liveStream}`, { body: { name: 'Renamed' } });
    expect((await organiser.request(`GET ${event}`)).headers.etag).toBe(headers.etag);
  });
});
