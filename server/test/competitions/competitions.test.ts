/**
 * @clocks apart
 */
import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import {
  hoursFromNow,
  insertAccess,
  insertBlock,
  insertEvent,
  insertLiveStream,
  insertWatchable,
} from '../factories.ts';
import { startApi } from '../harness.ts';

const api = await startApi();
const base = '/api/v1/kickboxing/competitions';
const list = async (query: object = {}) => {
  const parameters = new URLSearchParams(
    Object.entries(query).map(([key, value]): [string, string] => [
      key,
      typeof value === 'object' ? JSON.stringify(value) : String(value),
    ]),
  );
  return api.request(`GET ${base}?${parameters}`);
};

describe('listCompetitions', () => {
  it('returns only public events to everybody, the soonest first', async () => {
    const publicIds = [
      await insertEvent(api.db, { startDate: '2030-02-01T00:00:00Z', endDate: '2030-02-02T00:00:00Z' }),
      await insertEvent(api.db, { startDate: '2030-01-01T00:00:00Z', endDate: '2030-01-02T00:00:00Z' }),
    ];
    for (const status of ['hidden', 'draft'] as const) {
      await insertEvent(api.db, {
        status,
        startDate: '2030-01-01T00:00:00Z',
        endDate: '2030-01-02T00:00:00Z',
      });
    }
    const { status, body } = await list({ filter: { startDate: { gte: '2030-01-01T00:00:00Z' } } });
    expect(status).toBe(200);
    expect(body.data.map((item: { id: string }) => item.id)).toEqual(publicIds.reverse());
    expect(body.total).toBe(2);
  });

  it('returns no field that is only for organisers', async () => {
    const id = await insertEvent(api.db, { slug: 'shown', content: '# Long', stripePriceId: 'price_1' });
    const { body } = await list({ filter: { slug: { eq: 'shown' } } });
    expect(body.data).toEqual([
      {
        id,
        name: 'Test Night',
        slug: 'shown',
        description: null,
        startDate: expect.stringMatching(/\+00:00$/),
        endDate: expect.stringMatching(/\+00:00$/),
        timezone: 'Europe/Amsterdam',
        location: { name: null, address: null, cityName: null, countryName: null },
        pictureId: null,
        mainEvent: null,
      },
    ]);
  });

  it('finds no hidden or draft event with any filter', async () => {
    await insertEvent(api.db, { slug: 'secret-draft', status: 'draft' });
    await insertEvent(api.db, { slug: 'secret-hidden', status: 'hidden' });
    const filter = { OR: [{ slug: { like: 'secret%' } }, { NOT: { slug: { notLike: 'secret%' } } }] };
    expect((await list({ filter })).body).toEqual({ data: [], total: 0 });
    const { status, body } = await list({ filter: { status: { eq: 'draft' } } });
    expect(status).toBe(400);
    expect(body.issues).toEqual([
      { detail: 'Is not a known field.', pointer: '/filter/status', location: 'query' },
    ]);
  });

  it('returns a page in the requested order', async () => {
    for (const name of ['page-b', 'page-a', 'page-c']) await insertEvent(api.db, { name, slug: name });
    const filter = { slug: { like: 'page-%' } };
    const { body } = await list({ filter, order: '-name', limit: 1, offset: 1 });
    expect(body.data.map((item: { name: string }) => item.name)).toEqual(['page-b']);
    expect(body.total).toBe(3);
    expect((await list({ limit: 101 })).status).toBe(400);
    expect((await list({ order: 'content' })).status).toBe(400);
  });
});

describe('getCompetition', () => {
  it('returns a competition by id and by slug, with its blocks but without video ids', async () => {
    const { eventId, blockId, liveStreamId } = await insertWatchable(api.db, {
      event: { slug: 'rumble-7', content: '# Rumble' },
      block: { slug: 'main-card', paymentRequired: true, stripePriceId: 'price_7' },
      stream: { weight: 2 },
    });
    const { status, body } = await api.request(`GET ${base}/rumble-7`);
    expect(status).toBe(200);
    expect(body).toMatchObject({ id: eventId, content: '# Rumble', stripePriceId: null });
    expect(body.contentHtml).toBe('<h2>Rumble</h2>\n');
    expect(body.blocks).toEqual([
      {
        id: blockId,
        name: 'Main card',
        slug: 'main-card',
        description: null,
        startDate: expect.any(String),
        endDate: expect.any(String),
        location: { name: null, address: null, cityName: null, countryName: null },
        paymentRequired: true,
        stripePriceId: 'price_7',
        liveStreams: [
          {
            id: liveStreamId,
            name: 'Main camera',
            description: null,
            status: 'active',
            weight: 2,
            broadcast: null,
            hasReplay: true,
          },
        ],
      },
    ]);
    expect(JSON.stringify(body)).not.toContain('videoId');
    expect((await api.request(`GET ${base}/${eventId}`)).body).toEqual(body);
  });

  it('leaves the blocks or their live streams out when it is asked to', async () => {
    await insertWatchable(api.db, { event: { slug: 'in-parts' } });
    const get = async (query: string) => (await api.request(`GET ${base}/in-parts?${query}`)).body;
    const whole = await get('');
    expect(whole.blocks[0].liveStreams).toHaveLength(1);
    for (const query of ['blocks=true', 'blocks.liveStreams=true', 'blocks=false&blocks.liveStreams=true'])
      expect(await get(query)).toEqual(whole);
    const { blocks, ...bare } = whole;
    for (const query of ['blocks=false', 'blocks=false&blocks.liveStreams=false'])
      expect(await get(query)).toEqual(bare);
    const { liveStreams: _, ...bareBlock } = blocks[0];
    expect(await get('blocks.liveStreams=false')).toEqual({ ...bare, blocks: [bareBlock] });
    expect((await api.request(`GET ${base}/in-parts?blocks=no`)).status).toBe(400);
  });

  it("makes no script of an organiser's text", async () => {
    const content =
      '<script>alert(1)</script> [press](javascript:alert(1)) ![x](/api/v1/identity/auth/credentials/logout)';
    await insertEvent(api.db, { slug: 'hostile-text', content });
    const { body } = await api.request(`GET ${base}/hostile-text`);
    expect(body.contentHtml).not.toMatch(/<(?!\/?p>)|href|src/);
  });

  it('returns a hidden event to callers who know its slug or id', async () => {
    const id = await insertEvent(api.db, { slug: 'by-invitation', status: 'hidden' });
    expect((await api.request(`GET ${base}/by-invitation`)).status).toBe(200);
    expect((await api.request(`GET ${base}/${id}`)).status).toBe(200);
  });

  it('answers the same 404 for a draft as for an unknown event, also to organisers', async () => {
    const id = await insertEvent(api.db, { slug: 'not-yet', status: 'draft' });
    const organiser = await api.signInAs({ scopes: ['event:read'] });
    for (const request of [api.request, organiser.request]) {
      const unknown = await request(`GET ${base}/${randomUUID()}`);
      expect(unknown.status).toBe(404);
      for (const competition of [id, 'not-yet']) {
        const draft = await request(`GET ${base}/${competition}`);
        expect(draft.status).toBe(404);
        expect({ ...draft.body, instance: '' }).toEqual({ ...unknown.body, instance: '' });
      }
    }
  });

  it.each(['a_b', 'a%20b', '-a', 'a%00b', '%F0%9F%A5%8A', "a'--"])(
    'answers 400 for the slug %s',
    async (slug) => {
      const { status, body } = await api.request(`GET ${base}/${slug}`);
      expect(status).toBe(400);
      expect(body.issues[0]).toMatchObject({ pointer: '/competitionId', location: 'path' });
    },
  );
});

describe('getCompetitionAccess', () => {
  const blocksFor = async (device: { request: typeof api.request }, competition: string) => {
    const { status, body } = await device.request(`GET ${base}/${competition}/access`);
    expect(status).toBe(200);
    return body.blocks;
  };

  it('reports for each block whether the user can watch it, and if not, why', async () => {
    const viewer = await api.signInAs();
    const eventId = await insertEvent(api.db, { slug: 'many-blocks' });
    const add = async (hour: number, paymentRequired: boolean, streamStatus?: 'active' | 'inactive') => {
      const startDate = `2030-01-01T0${hour}:00:00Z`;
      const blockId = await insertBlock(api.db, {
        eventId,
        paymentRequired,
        startDate,
        endDate: '2030-01-02T00:00:00Z',
      });
      if (streamStatus) await insertLiveStream(api.db, { blockId, status: streamStatus });
      return blockId;
    };
    const [free, off, bare] = [
      await add(1, false, 'active'),
      await add(2, false, 'inactive'),
      await add(3, false),
    ];
    const [paid, early, late, granted] = [
      await add(4, true, 'active'),
      await add(5, true, 'active'),
      await add(6, true, 'active'),
      await add(7, true, 'active'),
    ];
    const grant = (blockId: string, from: number, to: number) =>
      insertAccess(api.db, {
        eventId,
        blockId,
        userId: viewer.userId,
        startDate: hoursFromNow(from),
        endDate: hoursFromNow(to),
      });
    await grant(early, 1, 2);
    await grant(late, -2, -1);
    await grant(granted, -1, 1);

    const blocks = await blocksFor(viewer, 'many-blocks');
    const [none, window] = [null, expect.any(String)];
    expect(blocks).toEqual([
      { blockId: free, canWatch: true, reason: null, startDate: none, endDate: none },
      { blockId: off, canWatch: false, reason: 'stream-inactive', startDate: none, endDate: none },
      { blockId: bare, canWatch: false, reason: 'stream-inactive', startDate: none, endDate: none },
      { blockId: paid, canWatch: false, reason: 'access-required', startDate: none, endDate: none },
      { blockId: early, canWatch: false, reason: 'access-not-started', startDate: window, endDate: window },
      { blockId: late, canWatch: false, reason: 'access-ended', startDate: window, endDate: window },
      { blockId: granted, canWatch: true, reason: null, startDate: window, endDate: window },
    ]);
    expect(await blocksFor(viewer, eventId)).toEqual(blocks);
  });

  it('applies an access to the whole event to each of its blocks, and ignores those of other users', async () => {
    const [viewer, other] = [await api.signInAs(), await api.signInAs()];
    const { eventId } = await insertWatchable(api.db, { block: { paymentRequired: true } });
    await insertAccess(api.db, { eventId, userId: viewer.userId, endDate: null });
    expect(await blocksFor(viewer, eventId)).toMatchObject([{ canWatch: true, endDate: null }]);
    expect(await blocksFor(other, eventId)).toMatchObject([{ canWatch: false, reason: 'access-required' }]);
  });

  it('lets an organiser preview a paid block', async () => {
    const organiser = await api.signInAs({ scopes: ['event:read'] });
    const { eventId } = await insertWatchable(api.db, { block: { paymentRequired: true } });
    expect(await blocksFor(organiser, eventId)).toMatchObject([{ canWatch: true, reason: null }]);
  });

  it('returns an empty list for an event without blocks, and 404 for a draft', async () => {
    const viewer = await api.signInAs();
    expect(await blocksFor(viewer, await insertEvent(api.db))).toEqual([]);
    const draft = await insertEvent(api.db, { status: 'draft' });
    expect((await viewer.request(`GET ${base}/${draft}/access`)).status).toBe(404);
    expect((await viewer.request(`GET ${base}/${randomUUID()}/access`)).status).toBe(404);
  });

  it('needs a sign-in', async () => {
    expect((await api.request(`GET ${base}/${await insertEvent(api.db)}/access`)).status).toBe(401);
  });
});
