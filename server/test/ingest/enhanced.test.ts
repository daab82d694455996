/**
 * HEVC and AV1 by enhanced RTMP, from the encoder to the playlists and the media that viewers get.
 *
 * @engine one
 */
import { describe, expect, it } from 'vitest';
import { readAmf } from '../../src/ingest/rtmp/amf0.ts';
import { ChunkReader } from '../../src/ingest/rtmp/rtmp-chunks.ts';
import { boxesIn } from '../../src/media/origin/mp4-boxes.ts';
import { startApi } from '../harness.ts';
import { capture, film, mediaBytes, publish } from './encoder.ts';
import { enhancedCapture, enhancedTag, packetType, readFilm } from './enhanced.ts';
import { loadSegment, mediaPlaylist, setUpVenue, stateOf, until, watch } from './venue.ts';

const api = await startApi();

describe.each([
  ['HEVC', 'hevc', 'hvc1.1.6.L60.90', 'hvc1'],
  ['AV1', 'av1', 'av01.0.00M.08', 'av01'],
] as const)('%s', (_, codec, codecs, entry) => {
  it('reaches viewers, with its headers before each key frame and the whole name of the codec', async () => {
    const venue = await setUpVenue(api);
    using encoder = await publish(venue.key);
    const stop = film(encoder, 0, mediaBytes, enhancedCapture(codec));
    await until(
      () => stateOf(venue),
      ({ state }) => state === 'live',
    );
    const { path: master } = await watch(venue);
    const { playlist, variants, address } = await until(
      () => mediaPlaylist(api, master),
      ({ playlist }) => playlist.segments.filter(({ uri }) => uri).length >= 2,
    );
    stop();
    expect(variants[0]).toMatchObject({
      codecs: `${codecs},mp4a.40.2`,
      resolution: { width: 320, height: 180 },
    });
    const [segment] = playlist.segments;
    const init = await api.app.inject(new URL(segment?.map?.uri ?? '', `http://x${address}`).pathname);
    const { record } = readFilm(codec);
    expect(init.rawPayload.includes(entry)).toBe(true);
    expect(init.rawPayload.includes(record)).toBe(true);
    const bytes = await loadSegment(api, address, segment?.uri ?? '');
    const data = [...boxesIn(bytes, 0, bytes.length)].find(({ type }) => type === 'mdat');
    const head = bytes.subarray(data?.content, (data?.content ?? 0) + 400);
    expect(head.includes(headerOf(codec))).toBe(true);
    expect(await stateOf(venue)).toMatchObject({ health: { refusedCodec: null, width: 320, height: 180 } });
  }, 30_000);
});

describe('an encoder', () => {
  it('is told which codecs are taken', async () => {
    const venue = await setUpVenue(api);
    using encoder = await publish(venue.key);
    const answers = new ChunkReader().push(encoder.received().subarray(1 + 2 * 1536));
    const connected = answers.filter(({ type }) => type === 20).map(({ payload }) => readAmf(payload))[0];
    expect(connected).toMatchObject(['_result', 1, { fourCcList: ['avc1', 'hvc1', 'av01'] }, {}]);
  });

  it('that changes the codec goes on, and viewers are told of a discontinuity', async () => {
    const venue = await setUpVenue(api);
    using encoder = await publish(venue.key);
    const stop = film(encoder);
    await until(
      () => stateOf(venue),
      ({ state }) => state === 'live',
    );
    stop();
    const stopLater = film(encoder, 40_000, mediaBytes, enhancedCapture('av1'));
    const { path: master } = await watch(venue);
    const { playlist } = await until(
      () => mediaPlaylist(api, master),
      ({ playlist, variants }) =>
        variants[0]?.codecs?.includes('av01') === true &&
        playlist.segments.some(({ discontinuity, uri }) => discontinuity && uri),
    );
    stopLater();
    const whole = playlist.segments.filter(({ uri }) => uri);
    expect(new Set(whole.map(({ map }) => map?.uri)).size).toBe(2);
  }, 30_000);

  it.each([
    ['in VP9', enhancedTag(packetType.start, { fourCc: 'vp09' }, Buffer.alloc(20)), 'VP9'],
    [
      'in several tracks',
      enhancedTag(packetType.multitrack, { fourCc: 'hvc1' }, Buffer.alloc(20)),
      'several video tracks',
    ],
    [
      'in HEVC without its parameter sets',
      enhancedTag(packetType.start, { fourCc: 'hvc1' }, Buffer.alloc(23, 1)),
      'this kind of HEVC',
    ],
  ])(
    'that sends video %s is not taken, and the organiser is told',
    async (_, payload, refusedCodec) => {
      const venue = await setUpVenue(api);
      using encoder = await publish(venue.key);
      await encoder.send(mediaBytes([{ type: 9, streamId: 1, timestamp: 0, payload }, ...capture.slice(1)]));
      const state = await until(
        () => stateOf(venue),
        ({ health }) => health !== null && health.refusedCodec !== null,
      );
      expect(state).toMatchObject({ state: 'connecting', health: { refusedCodec } });
      expect(state.warnings).toContain('codec-refused');
    },
    20_000,
  );
});

/** The SPS of HEVC as in the record; of AV1 the first bytes of a sequence header. */
function headerOf(codec: 'hevc' | 'av1'): Buffer {
  if (codec === 'av1') return Buffer.from([0x0a, 0x0b, 0, 0, 0]);
  const { record } = readFilm(codec);
  return record.subarray(record.indexOf('420101', 'hex')).subarray(0, 42);
}
