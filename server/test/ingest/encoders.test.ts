/** Encoders as they are: what each of them sends before and beside its media. */
import { describe, expect, it } from 'vitest';
import { startApi } from '../harness.ts';
import { capture, film } from './encoder.ts';
import { hasGstreamer, publishWithGstreamer } from './gstreamer.ts';
import { obsEnd, obsMedia, obsName, publishAsObs } from './obs.ts';
import { loadSegment, mediaPlaylist, setUpVenue, stateOf, until, watch } from './venue.ts';

const api = await startApi();

describe('OBS', () => {
  it.each([
    ['as the page shows them', '', (key: string) => key],
    ['with a slash behind the address', '/', (key: string) => key],
    ['with parameters behind the key', '', (key: string) => `${key}?bandwidthtest=true`],
    ['with the end of a Windows line behind the key', '', (key: string) => `${key}\r\n`],
    ['with spaces around the key', '/', (key: string) => ` ${key} `],
  ])(
    'publishes with address and key %s',
    async (_, slash, keyOf) => {
      const venue = await setUpVenue(api);
      const { rtmpUrl, streamKey } = venue.key;
      using encoder = await publishAsObs({ server: rtmpUrl + slash, streamKey: keyOf(streamKey) });
      await encoder.send(obsMedia()(capture));
      const state = await until(
        () => stateOf(venue),
        ({ health }) => health?.bitsPerSecond > 0,
      );
      expect(state.health).toMatchObject({
        ...{ encoder: obsName, declaredFramesPerSecond: 25, hasAudio: true, refusedCodec: null, jumps: 0 },
      });
      await encoder.send(obsEnd(streamKey));
      await encoder.closed;
    },
    20_000,
  );

  it('goes live, and ends its feed kindly', async () => {
    const venue = await setUpVenue(api);
    using encoder = await publishAsObs({ server: venue.key.rtmpUrl, streamKey: venue.key.streamKey });
    const stop = film(encoder, 0, obsMedia());
    await until(
      () => stateOf(venue),
      ({ state }) => state === 'live',
    );
    stop();
    await encoder.send(obsEnd(venue.key.streamKey));
    await encoder.closed;
    await until(
      () => stateOf(venue),
      ({ state }) => state === 'interrupted',
    );
  }, 30_000);
});

describe.skipIf(!hasGstreamer)('GStreamer (skipped where rtmp2sink is not installed)', () => {
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
