/**
 * The streams of all three kinds follow the rules that docs/streaming.md lists.
 *
 * @engine one
 */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { insertAccess, insertBlock, insertEvent, insertLiveStream } from '../../factories.ts';
import { startApi } from '../../harness.ts';
import { film, publish } from '../../ingest/encoder.ts';
import { setUpVenue, stateOf, until, watch } from '../../ingest/venue.ts';
import { rules } from './authoring-rules.ts';
import { load, type Served } from './served.ts';

const api = await startApi();

const faultsOf = (served: Served) =>
  rules.flatMap(({ rule, faults }) => faults(served).map((fault) => `${rule}: ${fault}`));

it('holds for the looped video of the demo, live and as a replay', async () => {
  const viewer = await api.signInAs();
  const eventId = await insertEvent(api.db);
  const blockId = await insertBlock(api.db, { eventId });
  const streamId = await insertLiveStream(api.db, { blockId });
  await insertAccess(api.db, { eventId, userId: viewer.userId });
  const { path } = await watch({ viewer, eventId, blockId, streamId });
  // All playlists are then of the same moment.
  api.clock.stop();
  const live = await load(api, path);
  expect(live).toMatchObject({ isLive: true, rungs: [{}, {}] });
  expect(faultsOf(live)).toEqual([]);
  const replay = await load(api, path.replace('live.m3u8', 'replay.m3u8'));
  expect(replay.isLive).toBe(false);
  expect(faultsOf(replay)).toEqual([]);
  api.clock.reset();
}, 60_000);

it('holds for the feed of an encoder, live and as a replay', async () => {
  const venue = await setUpVenue(api);
  using encoder = await publish(venue.key);
  const stop = film(encoder);
  await until(
    () => stateOf(venue),
    ({ recording }) => recording?.seconds >= 8,
    40_000,
  );
  const live = await load(api, (await watch(venue)).path);
  expect(live.isLive).toBe(true);
  expect(faultsOf(live)).toEqual([]);
  await venue.organiser.request(`POST ${venue.path}/end`);
  stop();
  const replay = await load(api, (await watch(venue)).path);
  expect(replay.isLive).toBe(false);
  expect(faultsOf(replay)).toEqual([]);
}, 90_000);

it('is what the page says', () => {
  const page = readFileSync(new URL('../../../../docs/streaming.md', import.meta.url), 'utf8');
  const [, met = ''] = /Met, with what proves it:\n\n(.*?)\n\nNot met:/s.exec(page) ?? [];
  const lines = met.replaceAll('\n  ', ' ').split('\n');
  expect(lines).toEqual(rules.map(({ rule, how }) => `- ${rule}: ${how}`));
});
