/** What a player reads first (docs/product.md, 35.3). */
import { describe, expect, it } from 'vitest';
import { beginning, createFirstFiles, firstVariant, noFirstFiles } from './first-files.ts';

const lines = (...all: string[]) => `${all.join('\n')}\n`;

describe('the rung to begin with', () => {
  it('is the one of the fewest bits, wherever it stands', () => {
    const rung = (bandwidth: number, name: string) => [
      `#EXT-X-STREAM-INF:AVERAGE-BANDWIDTH=1,BANDWIDTH=${bandwidth},CODECS="avc1.4d401e,mp4a.40.2"`,
      `${name}/live.m3u8`,
    ];
    const master = lines('#EXTM3U', ...rung(4_000_000, '720p'), ...rung(900_000, '360p'));
    expect(firstVariant(master)).toBe('360p/live.m3u8');
    expect(firstVariant('#EXTM3U\n')).toBeUndefined();
  });
});

describe('the beginning of the picture', () => {
  const recorded = lines(
    '#EXTM3U',
    '#EXT-X-MAP:URI="init-1.mp4"',
    '#EXTINF:2.000,',
    '0.m4s',
    '#EXTINF:2.000,',
    '1.m4s',
    '#EXT-X-DISCONTINUITY',
    '#EXT-X-MAP:URI="init-2.mp4"',
    '#EXTINF:4.000,',
    '2.m4s',
    '#EXT-X-ENDLIST',
  );

  it.each([
    [0, ['init-1.mp4', '0.m4s']],
    [3.9, ['init-1.mp4', '1.m4s']],
    [4, ['init-2.mp4', '2.m4s']],
    [800, []],
  ])('of a recording at %s s is the segment there', (position, files) => {
    expect(beginning(recorded, 'replay', position)).toEqual(files);
  });

  it('of a live stream is the last but one segment, or the only one', () => {
    expect(beginning(recorded, 'live')).toEqual(['init-1.mp4', '1.m4s']);
    expect(beginning(lines('#EXT-X-MAP:URI="i.mp4"', '#EXTINF:2,', '7.m4s'), 'live')).toEqual([
      'i.mp4',
      '7.m4s',
    ]);
    expect(beginning('#EXTM3U\n', 'live')).toEqual([]);
  });

  it('of a live stream with parts is the last part far enough behind that a decoder can begin with, and all after it', () => {
    const part = (name: string, isIndependent = false) =>
      `#EXT-X-PART:DURATION=0.50000,URI="/media/${name}.m4s"${isIndependent ? ',INDEPENDENT=YES' : ''}`;
    const text = (...parts: string[]) =>
      lines(
        '#EXTM3U',
        '#EXT-X-SERVER-CONTROL:CAN-BLOCK-RELOAD=YES,PART-HOLD-BACK=1.500',
        '#EXT-X-MAP:URI="init-1.mp4"',
        ...parts,
        '#EXT-X-PRELOAD-HINT:TYPE=PART,URI="/media/next.m4s"',
      );
    const whole = ['#EXTINF:2.00000,', '4.m4s'];
    const early = [part('4-0', true), part('4-1'), part('4-2', true), part('4-3'), ...whole];
    expect(beginning(text(...early, part('5-0', true), part('5-1')), 'live')).toEqual([
      'init-1.mp4',
      ...['4-2', '4-3', '5-0', '5-1'].map((name) => `/media/${name}.m4s`),
    ]);
    // All that there is.
    expect(beginning(text(part('0-0', true)), 'live')).toEqual(['init-1.mp4', '/media/0-0.m4s']);
    expect(beginning(text(), 'live')).toEqual([]);
  });
});

describe('a playlist that is too long', () => {
  const request = { videoId: 'v', url: 'http://ringside.test/media/hls/s/1/l/s/v/replay.m3u8' };
  const master = lines('#EXTM3U', '#EXT-X-STREAM-INF:BANDWIDTH=900000', '360p/replay.m3u8');
  const list = (seconds: number) =>
    lines(
      '#EXTM3U',
      '#EXT-X-MAP:URI="init.mp4"',
      ...Array.from({ length: seconds / 2 }, (_, at) => `#EXTINF:2.000,\n${at}.m4s`),
    );

  it.each([
    ['an hour and a half', 5_400, 1],
    ['ten minutes', 600, 2],
  ])('is left out, but not what to fetch first: %s', async (_, seconds, texts) => {
    const video = { masterPlaylist: () => master, mediaPlaylist: () => list(seconds) };
    const first = createFirstFiles({
      signingKey: Buffer.alloc(32, 1),
      findVideo: () => video as never,
      now: () => 0,
    });
    const { playlists, files } = await first({ ...request, mode: 'replay', positionSeconds: 300 });
    expect(playlists).toHaveLength(texts);
    const folder = 'http://ringside.test/media/hls/s/1/l/s/v/360p';
    expect(files).toEqual([`${folder}/init.mp4`, `${folder}/150.m4s`]);
  });
});

describe('what is not there at once', () => {
  const request = {
    videoId: 'v',
    url: 'http://ringside.test/media/hls/s/1/l/s/v/live.m3u8',
    mode: 'live',
  } as const;
  const firstFilesOf = (masterPlaylist: () => Promise<string>, more = {}) =>
    createFirstFiles({
      signingKey: Buffer.alloc(32, 1),
      findVideo: () => ({ masterPlaylist }) as never,
      now: () => 0,
    })({ ...request, ...more });

  it('is left out: a stream without a playlist keeps no answer back', async () => {
    const startedAt = performance.now();
    expect(await firstFilesOf(() => new Promise(() => {}))).toEqual(noFirstFiles);
    expect(performance.now() - startedAt).toBeLessThan(2_000);
  });

  it('is left out when it fails', async () => {
    expect(await firstFilesOf(() => Promise.reject(new Error('gone')))).toEqual(noFirstFiles);
  });

  it('is not asked of a provider', async () => {
    const url = request.url.replace('/hls/', '/remote/');
    const fail = () => Promise.reject(new Error('must not be asked'));
    expect(await firstFilesOf(fail, { url })).toEqual(noFirstFiles);
  });
});
