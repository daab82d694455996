/**
 * A real encoder publishes, and viewers get what it films.
 *
 * @tier all
 * @engine one
 */
import { execFileSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { startApi } from '../harness.ts';
import { describeWith } from '../tools.ts';
import { publishWithFfmpeg } from './ffmpeg.ts';
import { loadSegment, mediaPlaylist, setUpVenue, stateOf, until, watch } from './venue.ts';

const api = await startApi();

describeWith('ffmpeg', 'publishing with ffmpeg', () => {
  it('reaches a viewer, in parts that add up, without an error of a decoder', async () => {
    const venue = await setUpVenue(api);
    expect(await stateOf(venue)).toMatchObject({ state: 'idle', health: null });
    using _publisher = publishWithFfmpeg(venue.key);
    await until(
      () => stateOf(venue),
      ({ state }) => state === 'live',
    );
    const { path: master, mode } = await watch(venue);
    expect(mode).toBe('live');
    const { playlist, text, variants } = await mediaPlaylist(api, master);
    expect(variants[0]).toMatchObject({
      codecs: expect.stringMatching(/^avc1\.[0-9a-f]{6},mp4a\.40\.2$/),
      resolution: { width: 320, height: 180 },
    });
    expect(playlist.targetDuration).toBe(2);
    expect(text).toContain('CAN-BLOCK-RELOAD=YES');
    expect(text).toContain('#EXT-X-PRELOAD-HINT:TYPE=PART');
    await until(
      () => mediaPlaylist(api, master),
      ({ playlist }) => playlist.segments.length >= 4,
    );
    const { playlist: later, address } = await mediaPlaylist(api, master);
    const bytes: Buffer[] = [];
    const init = new URL(later.segments[0]?.map?.uri ?? '', `http://x${address}`).pathname;
    bytes.push((await api.app.inject(init)).rawPayload);
    for (const segment of later.segments.filter(({ uri }) => uri)) {
      const whole = await loadSegment(api, address, segment.uri);
      const parts = await Promise.all(
        segment.parts.filter(({ hint }) => !hint).map(({ uri }) => api.app.inject(uri)),
      );
      if (parts.length > 0) {
        expect(Buffer.concat(parts.map(({ rawPayload }) => rawPayload)).equals(whole)).toBe(true);
        const seconds = segment.parts.reduce((sum, { duration = 0 }) => sum + duration, 0);
        expect(seconds).toBeCloseTo(segment.duration, 3);
      }
      bytes.push(whole);
    }
    expect(await decode(Buffer.concat(bytes))).toEqual({ errors: '', frames: expect.any(Number) });
    const state = await until(
      () => stateOf(venue),
      ({ health }) => health?.bitsPerSecond > 0,
    );
    expect(state.health).toMatchObject({
      width: 320,
      height: 180,
      hasAudio: true,
      refusedCodec: null,
      jumps: 0,
    });
    expect(state.health.encoder).toMatch(/^Lavf/);
  }, 40_000);

  it('answers a blocking reload when the part is there, and refuses one that is too far ahead', async () => {
    const venue = await setUpVenue(api);
    using _publisher = publishWithFfmpeg(venue.key);
    await until(
      () => stateOf(venue),
      ({ state }) => state === 'live',
    );
    const { path: master } = await watch(venue);
    const { playlist, address } = await mediaPlaylist(api, master);
    const msn = (playlist.mediaSequenceBase ?? 0) + playlist.segments.filter(({ uri }) => uri).length;
    const asked = performance.now();
    const reload = await api.app.inject(`${address}?_HLS_msn=${msn + 1}&_HLS_part=0`);
    expect(reload.statusCode).toBe(200);
    expect(performance.now() - asked).toBeGreaterThan(300);
    expect(reload.body).toMatch(new RegExp(`/1-${msn + 1}-0\\.m4s`));
    const far = await api.app.inject(`${address}?_HLS_msn=${msn + 40}`);
    expect(far.statusCode).toBe(400);
  }, 40_000);
});

/** Decodes the media with ffmpeg. */
async function decode(media: Buffer): Promise<{ errors: string; frames: number }> {
  const folder = await mkdtemp(path.join(tmpdir(), 'ringside-decode-'));
  try {
    const file = path.join(folder, 'media.mp4');
    await writeFile(file, media);
    const output = execFileSync(
      'ffmpeg',
      ['-v', 'error', '-xerror', '-i', file, '-f', 'null', '-progress', '-', '-'],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    );
    return { errors: '', frames: Number(/frame=(\d+)\n(?![\s\S]*frame=)/.exec(String(output))?.[1]) };
  } finally {
    await rm(folder, { recursive: true });
  }
}
