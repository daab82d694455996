/**
 * Encoders as they are: what each of them sends before and beside its media.
 *
 * @engine one
 */
import { describe, expect, it } from 'vitest';
import { startApi } from '../harness.ts';
import { capture, film } from './encoder.ts';
import { obsEnd, obsMedia, obsName, publishAsObs } from './obs.ts';
import { setUpVenue, stateOf, until } from './venue.ts';

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
        encoder: obsName,
        declaredFramesPerSecond: 25,
        hasAudio: true,
        refusedCodec: null,
        jumps: 0,
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
