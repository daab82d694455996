/**
 * Viewers of a live broadcast go back to what has left the server's memory.
 *
 * @engine one
 */
import { expect, it } from 'vitest';
import { startApi } from '../harness.ts';
import { film, publish } from './encoder.ts';
import { loadSegment, mediaPlaylist, setUpVenue, stateOf, until, watch } from './venue.ts';

const api = await startApi();

const mapsOf = (playlist: string) =>
  [...playlist.matchAll(/^#EXT-X-MAP:URI="(.*)"$/gm)].map(([, uri = '']) => uri);

/** How long the slate was on, so far: what follows the first discontinuity. */
function slateSeconds(playlist: string): number {
  const [, slate = ''] = playlist.split('#EXT-X-DISCONTINUITY\n');
  return [...slate.matchAll(/^#EXTINF:([\d.]+)/gm)].reduce((sum, [, seconds]) => sum + Number(seconds), 0);
}

it('keeps what was recorded in the live playlist, over silence and a slate, and takes it from the disk', async () => {
  const venue = await setUpVenue(api);
  using encoder = await publish(venue.key);
  const stop = film(encoder);
  const read = async () => mediaPlaylist(api, (await watch(venue)).path);
  const before = await until(read, ({ playlist }) => playlist.segments.filter(({ uri }) => uri).length >= 2);
  const [first] = before.playlist.segments;
  const bytes = await loadSegment(api, before.address, first?.uri ?? '');

  await until(
    () => stateOf(venue),
    ({ recording }) => recording?.seconds >= 4,
  );

  // The feed is lost, and the slate fills the stream for longer than anything stays in memory.
  stop();
  api.clock.advance(130_000);
  await venue.viewer.request('POST /api/v1/playback/sessions');
  await until(read, ({ text }) => slateSeconds(text) > 120);
  using second = await publish(venue.key);
  const stopAgain = film(second, 10_000);
  const after = await until(read, ({ text }) => mapsOf(text).length === 3);
  expect(after.playlist.mediaSequenceBase).toBe(before.playlist.mediaSequenceBase);
  expect(after.playlist.segments[0]?.uri).toBe(first?.uri);
  expect((await loadSegment(api, after.address, first?.uri ?? '')).equals(bytes)).toBe(true);
  for (const map of mapsOf(after.text))
    expect((await api.app.inject(new URL(map, `http://x${after.address}`).pathname)).statusCode).toBe(200);

  // The replay leaves the slate out.
  await venue.organiser.request(`POST ${venue.path}/end`);
  stopAgain();
  const replay = await read();
  expect(mapsOf(replay.text)).toHaveLength(2);
  expect(replay.playlist.segments.every(({ uri }) => uri)).toBe(true);
}, 60_000);
