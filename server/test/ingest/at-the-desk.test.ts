/** What the live desk shows of a broadcast (docs/product.md, 28.9). */
import { afterEach, describe, expect, it } from 'vitest';
import { startApi } from '../harness.ts';
import { follow } from '../streams/follow.ts';
import { film, publish } from './encoder.ts';
import { setUpVenue, stateOf, until, type Venue } from './venue.ts';

const api = await startApi();
afterEach(() => api.clock.reset());

const followDesk = ({ eventId, organiser }: Venue) =>
  follow(api, `/api/v1/events/${eventId}/desk/events`, { device: organiser });
type Desk = { blocks: Array<{ liveStreams: Array<{ ingest: Awaited<ReturnType<typeof stateOf>> }> }> };
const ingestOf = ({ blocks }: Desk) => blocks[0]?.liveStreams[0]?.ingest;

describe('the live desk', () => {
  it('shows each state of a broadcast as it happens, with the last minutes of its feed', async () => {
    const venue = await setUpVenue(api);
    const desk = await followDesk(venue);
    const shows = (state: string, limitMs = 2_000) =>
      desk.next('desk', (data: Desk) => ingestOf(data)?.state === state, limitMs);
    const idle = ingestOf((await shows('idle')).data);
    expect(idle).toMatchObject({ startedAt: null, health: null, history: null, warnings: [] });
    expect(JSON.stringify(idle)).not.toContain(venue.key.streamKey);

    {
      using encoder = await publish(venue.key);
      await shows('connecting');
      const stop = film(encoder);
      await shows('live', 5_000);
      const { data } = await desk.next(
        'desk',
        (next: Desk) => ingestOf(next)?.history?.bitsPerSecond.some((bits: number | null) => bits),
        12_000,
      );
      stop();
      const { history, health, recording, since } = ingestOf(data);
      expect(history.stepSeconds).toBe(5);
      expect(history.framesPerSecond).toHaveLength(history.bitsPerSecond.length);
      // What a busy machine sends of its 25.
      for (const rate of [history.framesPerSecond.at(-1), health.framesPerSecond]) {
        expect(rate).toBeGreaterThan(5);
        expect(rate).toBeLessThan(40);
      }
      expect(recording).toMatchObject({ isFailing: false, problem: null });
      expect(Math.abs(Date.parse(since) - Date.now())).toBeLessThan(20_000);
    }
    const interrupted = ingestOf((await shows('interrupted', 6_000)).data);
    expect(interrupted.since).toBe(interrupted.lastFrameAt);
    expect(interrupted.warnings).toEqual([]);

    await venue.organiser.request(`POST ${venue.path}/end`);
    const ended = ingestOf((await shows('ended')).data);
    expect(ended.endedAt).not.toBeNull();
    const { rtmpUrl, srtUrl, keyCreatedAt, film: uploaded, trim, ...same } = await stateOf(venue);
    expect([uploaded, trim]).toEqual([null, null]);
    expect(same).toEqual(ended);
  }, 40_000);

  it('says that a broadcast is interrupted when its server died, and since when', async () => {
    const venue = await setUpVenue(api);
    const at = (secondsAgo: number) => new Date(Date.now() - secondsAgo * 1_000).toISOString();
    await api.db
      .updateTable('ingests')
      .set({ state: 'live', startedAt: at(600), heartbeatAt: at(60), lastFrameAt: at(61) })
      .where('liveStreamId', '=', venue.streamId)
      .execute();
    const desk = await venue.organiser.request(`GET /api/v1/events/${venue.eventId}/desk`);
    const { state, since, lastFrameAt } = ingestOf(desk.body);
    expect({ state, since: Date.parse(since) }).toEqual({
      state: 'interrupted',
      since: Date.parse(lastFrameAt),
    });
  });
});

it('keeps the figures of the feed for every server', async () => {
  const venue = await setUpVenue(api);
  using encoder = await publish(venue.key);
  const stop = film(encoder);
  const { history } = await until(
    () => stateOf(venue),
    ({ history }) => history?.bitsPerSecond.length >= 2,
  );
  stop();
  const second = (await api.startSecondServer())(venue.organiser);
  const { body } = await second(`GET ${venue.path}`);
  expect(body.history.bitsPerSecond.slice(0, 2)).toEqual(history.bitsPerSecond.slice(0, 2));
}, 30_000);
