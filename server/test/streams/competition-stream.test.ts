/**
 * What viewers see changes by itself (docs/product.md, section 21).
 *
 * @engine one
 */
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { insertWatchable } from '../factories.ts';
import { startApi } from '../harness.ts';
import { eventsOf, follow } from './follow.ts';

let statements: string[] = [];
const api = await startApi({}, ({ sql }) => void statements.push(sql));
const organiser = await api.signInAs({ scopes: ['event:read', 'event:update', 'event:delete'] });
/** The notifications of what a test has inserted have arrived, and nothing is read again any more. */
const settled = () => wait(600);
const pathOf = (competition: string) => `/api/v1/kickboxing/competitions/${competition}/events`;

describe('streamCompetition', () => {
  it('begins with the present state', async () => {
    const { eventId, blockId, liveStreamId } = await insertWatchable(api.db, {
      event: { slug: 'first-frames' },
    });
    const stream = await follow(api, pathOf('first-frames'), { headers: { 'last-event-id': 'streams-x' } });
    await stream.next('banner');
    expect(stream.headers).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store, no-transform',
      'x-accel-buffering': 'no',
      'x-content-type-options': 'nosniff',
    });
    expect(stream.text()).toMatch(/^retry: \d{4}\n\nid: /);
    expect(stream.events().map(({ event }) => event)).toEqual(['competition', 'streams', 'banner', 'card']);
    const [competition, streams, banner, card] = stream.events();
    expect(competition?.data).toMatchObject({ id: eventId, status: 'public', blocks: [{ id: blockId }] });
    const liveStreams = [
      {
        id: liveStreamId,
        name: 'Main camera',
        description: null,
        status: 'active',
        broadcast: null,
        hasReplay: true,
        weight: 1,
      },
    ];
    expect(streams?.data).toEqual({ featuredStreamId: null, blocks: [{ blockId, liveStreams }] });
    expect(banner?.data).toEqual({ text: null, since: null });
    expect(card?.data).toMatchObject({ at: null, on: [], overBoutIds: [], expected: [] });
  });

  it('sends only what has changed, within 2 s', async () => {
    const { eventId, blockId, liveStreamId } = await insertWatchable(api.db);
    const stream = await follow(api, pathOf(eventId));
    await stream.next('banner');
    const path = `/api/v1/events/${eventId}/blocks/${blockId}/live-streams/${liveStreamId}`;
    await organiser.request(`PATCH ${path}`, { body: { status: 'inactive' } });
    await stream.next('streams', ({ blocks }) => blocks[0].liveStreams[0].status === 'inactive');
    await organiser.request(`PUT /api/v1/events/${eventId}/banner`, { body: { text: 'A short break.' } });
    await stream.next('banner', ({ text }) => text === 'A short break.');
    await organiser.request(`PUT /api/v1/events/${eventId}/featured-stream`, { body: { liveStreamId } });
    await stream.next('streams', ({ featuredStreamId }) => featuredStreamId === liveStreamId);
    await organiser.request(`DELETE /api/v1/events/${eventId}/banner`);
    await stream.next('banner', ({ text }) => text === null);
    await organiser.request(`PATCH /api/v1/events/${eventId}`, { body: { name: 'Another name' } });
    await stream.next('competition', ({ name }) => name === 'Another name');
    expect(stream.events().map(({ event }) => event)).toEqual([
      'competition',
      'streams',
      'banner',
      'card',
      'streams',
      'banner',
      'streams',
      'banner',
      'competition',
    ]);
  });

  it('costs one statement per change, however many follow', async () => {
    const { eventId, blockId } = await insertWatchable(api.db, { event: { slug: 'many-follow' } });
    const first = await follow(api, pathOf(eventId));
    await first.next('banner');
    await settled();
    statements = [];
    const others = await Promise.all(Array.from({ length: 20 }, () => follow(api, pathOf('many-follow'))));
    for (const other of others) await other.next('banner');
    expect(statements).toEqual([]);
    await api.db.updateTable('blocks').set({ name: 'Title fight' }).where('id', '=', blockId).execute();
    for (const each of [first, ...others])
      await each.next('competition', ({ blocks }) => blocks[0].name === 'Title fight');
    expect(statements.filter((sql) => sql.startsWith('select'))).toHaveLength(1);
  });

  it('sends nothing for a change that is rolled back', async () => {
    const { eventId } = await insertWatchable(api.db);
    const stream = await follow(api, pathOf(eventId));
    await stream.next('banner');
    await settled();
    statements = [];
    const change = api.db.transaction().execute(async (trx) => {
      await trx.updateTable('events').set({ name: 'Never' }).where('id', '=', eventId).execute();
      throw new Error('rolled back');
    });
    await expect(change).rejects.toThrow('rolled back');
    await wait(500);
    expect(stream.events()).toHaveLength(4);
    expect(statements.filter((sql) => sql.startsWith('select'))).toEqual([]);
  });

  it('does not exist for a draft, and ends when the event becomes one', async () => {
    const { eventId } = await insertWatchable(api.db, { event: { status: 'hidden' } });
    const stream = await follow(api, pathOf(eventId));
    expect((await stream.next('competition')).data.status).toBe('hidden');
    await organiser.request(`PATCH /api/v1/events/${eventId}`, { body: { status: 'draft' } });
    await stream.ended;
    expect(stream.events().at(-1)).toMatchObject({ event: 'gone', data: {} });
    expect((await api.request(`GET ${pathOf(eventId)}`)).status).toBe(404);
  });

  it('ends when the event is deleted', async () => {
    const { eventId } = await insertWatchable(api.db);
    const stream = await follow(api, pathOf(eventId));
    await stream.next('banner');
    expect((await organiser.request(`DELETE /api/v1/events/${eventId}`)).status).toBe(204);
    await stream.ended;
    expect(stream.events().at(-1)).toMatchObject({ event: 'gone' });
  });

  it('is found by a slug of the past, and stays open when the slug changes', async () => {
    const { eventId } = await insertWatchable(api.db, { event: { slug: 'first-slug' } });
    const stream = await follow(api, pathOf('first-slug'));
    await stream.next('banner');
    await organiser.request(`PATCH /api/v1/events/${eventId}`, { body: { slug: 'second-slug' } });
    await stream.next('competition', ({ slug }) => slug === 'second-slug');
    for (const slug of ['first-slug', 'second-slug']) {
      const other = await follow(api, pathOf(slug));
      expect((await other.next('competition')).data).toMatchObject({ id: eventId, slug: 'second-slug' });
    }
  });

  it('is the same on every server, so that a client knows what it has', async () => {
    const { eventId } = await insertWatchable(api.db);
    const second = (await api.startSecondServer())();
    const [one, other] = [
      await api.request(`GET ${pathOf(eventId)}`),
      await second(`GET ${pathOf(eventId)}`),
    ];
    expect(eventsOf(one.body)).toEqual(eventsOf(other.body));
  });
});
