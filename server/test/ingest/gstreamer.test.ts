/**
 * GStreamer as an encoder.
 *
 * @tier all
 * @engine one
 */
import { expect, it } from 'vitest';
import { startApi } from '../harness.ts';
import { describeWith } from '../tools.ts';
import { publishWithGstreamer } from './gstreamer.ts';
import { loadSegment, mediaPlaylist, setUpVenue, stateOf, until, watch } from './venue.ts';

const api = await startApi();

describeWith('GStreamer', 'GStreamer', () => {
  it('publishes, and reaches a viewer', async () => {
    const venue = await setUpVenue(api);
    using publisher = publishWithGstreamer(venue.key);
    await until(
      () => stateOf(venue),
      ({ state }) => state === 'live',
    );
    const { path: master } = await watch(venue);
    const { variants, playlist, address } = await mediaPlaylist(api, master);
    expect(variants[0]).toMatchObject({
      codecs: expect.stringMatching(/^avc1\.[0-9a-f]{6},mp4a\.40\.2$/),
      resolution: { width: 320, height: 180 },
    });
    const [segment] = playlist.segments;
    expect((await loadSegment(api, address, segment?.uri ?? '')).length).toBeGreaterThan(1_000);
    expect(await stateOf(venue)).toMatchObject({ health: { jumps: 0, refusedCodec: null } });
    publisher.process.kill('SIGINT');
    expect(await publisher.ended).toEqual({ code: 0, errors: '' });
  }, 40_000);
});
