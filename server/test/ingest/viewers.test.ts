/** The state of a broadcast that viewers see (docs/product.md, 28.10), and the cost of waiting for one. */
import { describe, expect, it } from 'vitest';
import { startApi } from '../harness.ts';
import { follow } from '../streams/follow.ts';
import { film, publish } from './encoder.ts';
import { mediaPlaylist, setUpVenue, type Venue, watch } from './venue.ts';

let statements: string[] = [];
const api = await startApi({}, ({ sql }) => void statements.push(sql));

interface Told {
  blocks: Array<{ liveStreams: Array<{ broadcast: string | null; hasReplay: boolean }> }>;
}
const broadcastIn = ({ blocks }: Told) => blocks[0]?.liveStreams[0]?.broadcast;
const is = (state: string | null) => (told: Told) => broadcastIn(told) === state;
const pathOf = ({ eventId }: Venue) => `/api/v1/kickboxing/competitions/${eventId}`;
const followVenue = (venue: Venue) => follow(api, `${pathOf(venue)}/events`);
const readBroadcast = async (venue: Venue) => broadcastIn((await api.request(`GET ${pathOf(venue)}`)).body);
const signedUrl = ({ eventId, blockId, streamId }: Venue) =>
  `GET /api/v1/kickboxing/competitions/${eventId}/blocks/${blockId}/live-streams/${streamId}/signed-url`;
const setState = ({ streamId }: Venue, state: 'idle' | 'connecting' | 'live' | 'interrupted') =>
  api.db.updateTable('ingests').set({ state }).where('liveStreamId', '=', streamId).execute();

describe('a stream that waits for its encoder', () => {
  it('has no address, and asking for one takes the place of no device', async () => {
    const venue = await setUpVenue(api);
    const { userId } = venue.viewer;
    const others = [await api.signInAs({ userId }), await api.signInAs({ userId })];
    const leases: string[] = [];
    for (const other of others) leases.push((await other.request('POST /api/v1/playback/sessions')).body.id);
    for (let count = 0; count < 3; count++) {
      const { status, body } = await venue.viewer.request(signedUrl(venue));
      expect([status, body.type]).toEqual([409, '/problems/broadcast-not-started']);
    }
    for (const [index, other] of others.entries())
      expect((await other.request(`POST /api/v1/playback/sessions/${leases[index]}/ping`)).status).toBe(204);
    const { body } = await venue.viewer.request('GET /api/v1/playback/sessions');
    expect(body.data.map(({ id }: { id: string }) => id).sort()).toEqual(leases.sort());
  });

  it('is refused for a missing access first', async () => {
    const venue = await setUpVenue(api, { paymentRequired: true });
    const stranger = await api.signInAs();
    const { body } = await stranger.request(signedUrl(venue));
    expect(body.type).toBe('/problems/access-required');
  });

  it('has an address as soon as an encoder is connected, and its playlist waits for the picture', async () => {
    const venue = await setUpVenue(api);
    using encoder = await publish(venue.key);
    const { path: master } = await watch(venue);
    const playlist = mediaPlaylist(api, master);
    const stop = film(encoder);
    expect((await playlist).playlist.segments.length).toBeGreaterThan(0);
    stop();
  });
});

describe('a broadcast that ended without a recording', () => {
  it('has no address and takes the place of no device (docs/product.md, 28.30)', async () => {
    const venue = await setUpVenue(api);
    const stream = await followVenue(venue);
    (await publish(venue.key))[Symbol.dispose]();
    await venue.organiser.request(`POST ${venue.path}/end`);
    const isOver = (told: Told) => is('ended')(told) && told.blocks[0]?.liveStreams[0]?.hasReplay === false;
    await stream.next('streams', isOver, 6_000);
    const { status, body } = await venue.viewer.request(signedUrl(venue));
    expect([status, body.type]).toEqual([409, '/problems/nothing-recorded']);
    const sessions = await venue.viewer.request('GET /api/v1/playback/sessions');
    expect(sessions.body.total).toBe(0);
    const preview = await venue.organiser.request(`GET ${venue.path.replace(/ingest$/, 'preview')}`);
    expect([preview.status, preview.body.type]).toEqual([409, '/problems/nothing-recorded']);
  });

  it('is told of the recording that became whole with the end', async () => {
    const venue = await setUpVenue(api);
    const stream = await followVenue(venue);
    using encoder = await publish(venue.key);
    const stop = film(encoder);
    await stream.next('streams', is('live'), 6_000);
    await venue.organiser.request(`POST ${venue.path}/end`);
    stop();
    const hasReplay = (told: Told) => is('ended')(told) && told.blocks[0]?.liveStreams[0]?.hasReplay === true;
    await stream.next('streams', hasReplay, 6_000);
    expect((await watch(venue)).mode).toBe('replay');
  });
});

describe('the broadcast of a stream', () => {
  it('is told as it changes: waiting, live, interrupted, live, ended', async () => {
    const venue = await setUpVenue(api);
    const stream = await followVenue(venue);
    await stream.next('streams', is('waiting'));
    {
      using encoder = await publish(venue.key);
      const stop = film(encoder);
      await stream.next('streams', is('live'), 6_000);
      stop();
    }
    await stream.next('streams', is('interrupted'), 6_000);
    expect(await readBroadcast(venue)).toBe('interrupted');
    using encoder = await publish(venue.key);
    const stop = film(encoder);
    await stream.next('streams', is('live'), 6_000);
    await venue.organiser.request(`POST ${venue.path}/end`);
    await stream.next('streams', is('ended'));
    stop();
    expect((await watch(venue)).mode).toBe('replay');
    // A heartbeat changes the row as well, and tells nobody.
    const told = stream.events().filter(({ event }) => event === 'streams');
    expect(told.map(({ data }) => broadcastIn(data))).toEqual([
      'waiting',
      'live',
      'interrupted',
      'live',
      'ended',
    ]);
  }, 40_000);

  it('costs one statement per change, however many viewers follow', async () => {
    const venue = await setUpVenue(api);
    const followers = [];
    for (let count = 0; count < 5; count++) followers.push(await followVenue(venue));
    await Promise.all(followers.map((follower) => follower.next('streams', is('waiting'))));
    statements = [];
    await setState(venue, 'interrupted');
    await Promise.all(followers.map((follower) => follower.next('streams', is('interrupted'))));
    expect(statements.filter((sql) => sql.startsWith('select') && sql.includes('"events"'))).toHaveLength(1);
  });

  it('is the one of the video that the stream shows', async () => {
    const venue = await setUpVenue(api);
    await setState(venue, 'live');
    expect(await readBroadcast(venue)).toBe('live');
    await api.db
      .updateTable('liveStreams')
      .set({ videoId: 'demo' })
      .where('id', '=', venue.streamId)
      .execute();
    expect(await readBroadcast(venue)).toBeNull();
    expect((await venue.viewer.request(signedUrl(venue))).status).toBe(200);
  });
});
