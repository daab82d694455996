import { describe, expect, it } from 'vitest';
import { isOwnOrigin, isSameSession, tokenExpiresAt, withNewestToken } from './signed-path.ts';

const old = '/media/hls/oldSig/1000/lease-1/stream-1';
const newest = '/media/hls/new-Sig_/1120/lease-2/stream-1/live.m3u8';

describe('withNewestToken', () => {
  it.each([
    ['master playlist', `${old}/live.m3u8`, '/media/hls/new-Sig_/1120/lease-2/stream-1/live.m3u8'],
    ['rung playlist', `${old}/720p/live.m3u8`, '/media/hls/new-Sig_/1120/lease-2/stream-1/720p/live.m3u8'],
    ['segment', `${old}/720p/17.m4s`, '/media/hls/new-Sig_/1120/lease-2/stream-1/720p/17.m4s'],
    [
      'low-latency reload with its query',
      `${old}/720p/live.m3u8?_HLS_msn=4&_HLS_part=1`,
      '/media/hls/new-Sig_/1120/lease-2/stream-1/720p/live.m3u8?_HLS_msn=4&_HLS_part=1',
    ],
    [
      'absolute address on its own host',
      `https://ringside.test${old}/360p/init.mp4`,
      'https://ringside.test/media/hls/new-Sig_/1120/lease-2/stream-1/360p/init.mp4',
    ],
  ])('gives a %s the newest token', (_, url, expected) => {
    expect(withNewestToken(url, newest)).toBe(expected);
  });

  it('also takes the token from an absolute newest address', () => {
    expect(withNewestToken(`${old}/live.m3u8`, `https://ringside.test${newest}`)).toBe(newest);
  });

  it('does the same for the video of a provider, whose segments have no token of ours', () => {
    const [remoteOld, remoteNew] = [old, newest].map((url) => url.replace('/media/hls/', '/media/remote/'));
    expect(withNewestToken(`${remoteOld}/live.m3u8`, String(remoteNew))).toBe(remoteNew);
    expect(withNewestToken('https://chunk.mux.com/v1/chunk/x/1.ts', String(remoteNew))).toBe(
      'https://chunk.mux.com/v1/chunk/x/1.ts',
    );
    expect(tokenExpiresAt(String(remoteNew))).toBe(1_120_000);
    expect([newest, remoteNew].map((url) => isOwnOrigin(String(url)))).toEqual([true, false]);
  });

  it.each([
    ['a video of a provider', '/media/remote/oldSig/1000/lease-1/stream-1/720p/live.m3u8'],
    ['another stream', '/media/hls/oldSig/1000/lease-1/stream-2/720p/1.m4s'],
    ['a provider', 'https://customer.example/token/manifest/video.m3u8'],
    ['a live segment', '/media/segments/sig/1120/demo/720p/17.m4s'],
    ['a picture', '/media/pictures/p/640.jpg'],
  ])('does not change the address of %s', (_, url) => {
    expect(withNewestToken(url, newest)).toBe(url);
  });
});

describe('tokenExpiresAt', () => {
  it('reads the expiry of the token in milliseconds', () => {
    expect(tokenExpiresAt(newest)).toBe(1_120_000);
    expect(tokenExpiresAt('https://stream.example/x.m3u8?token=1')).toBeNull();
  });
});

describe('isSameSession', () => {
  it('compares the playback sessions of two addresses', () => {
    expect(isSameSession(newest, newest.replace('new-Sig_/1120', 'later/1240'))).toBe(true);
    expect(isSameSession(newest, `${old}/live.m3u8`)).toBe(false);
    expect(isSameSession('https://stream.example/x.m3u8', 'https://stream.example/x.m3u8?2')).toBe(true);
  });
});

describe('isOwnOrigin', () => {
  it('distinguishes our signed addresses from those of a provider', () => {
    expect(isOwnOrigin(newest)).toBe(true);
    expect(isOwnOrigin('https://stream.example/x.m3u8')).toBe(false);
  });
});
