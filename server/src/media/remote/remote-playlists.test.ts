import * as HLS from 'hls-parser';
import { beforeAll, describe, expect, it } from 'vitest';
import { readList, readMaster } from './remote-playlists.ts';

const address = new URL('https://stream.example/token/manifest/video.m3u8');
const anywhere = () => {};
const lines = (...all: string[]) => `${all.join('\n')}\n`;

// With this option the parser throws at everything that the format forbids.
beforeAll(() => HLS.setOptions({ strictMode: true }));

describe('readMaster', () => {
  const master = readMaster(
    lines(
      '#EXTM3U',
      '#EXT-X-VERSION:6',
      '#EXT-X-INDEPENDENT-SEGMENTS',
      '#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="audio",NAME="original",DEFAULT=YES,URI="audio.m3u8?a=1"',
      '#EXT-X-SESSION-KEY:METHOD=AES-128,URI="https://keys.example/1"',
      '#EXT-X-STREAM-INF:BANDWIDTH=2000000,CODECS="avc1.4d401f,mp4a.40.2",RESOLUTION=1280x720,AUDIO="audio"',
      '../720.m3u8',
      '#EXT-X-STREAM-INF:BANDWIDTH=3000000,CODECS="avc1.4d401f,mp4a.40.2",RESOLUTION=1280x720,AUDIO="audio"',
      'https://other.example/720.m3u8',
      '#EXT-X-I-FRAME-STREAM-INF:BANDWIDTH=1000,URI="iframes.m3u8"',
    ),
    address,
    anywhere,
  );

  it('names the child playlists by what they are, and keeps their addresses', () => {
    expect([...master.rungs].map(([name, url]) => [name, url.href])).toEqual([
      ['audio', 'https://stream.example/token/manifest/audio.m3u8?a=1'],
      ['720p', 'https://stream.example/token/720.m3u8'],
      ['720p-2', 'https://other.example/720.m3u8'],
    ]);
  });

  it('is a master playlist for players, which leads nowhere else', () => {
    const text = master.text('replay');
    const parsed = HLS.parse(text) as HLS.types.MasterPlaylist;
    expect(parsed.variants.map(({ uri, audio }) => [uri, audio[0]?.uri])).toEqual([
      ['720p/replay.m3u8', 'audio/replay.m3u8'],
      ['720p-2/replay.m3u8', 'audio/replay.m3u8'],
    ]);
    expect(text).not.toContain('http');
  });

  it.each(['', '#EXTM3U\n', '#EXTM3U\n#EXT-X-TARGETDURATION:4\n', '<html>\nx\n'])('refuses %j', (text) => {
    expect(() => readMaster(text, address, anywhere)).toThrow('no master playlist');
  });
});

describe('readList', () => {
  const head = ['#EXTM3U', '#EXT-X-VERSION:6', '#EXT-X-TARGETDURATION:4', '#EXT-X-MEDIA-SEQUENCE:7'];
  const media = [
    '#EXT-X-MAP:URI="init.mp4"',
    '#EXT-X-PROGRAM-DATE-TIME:2026-11-22T19:00:00.000Z',
    '#EXTINF:4.000,',
    'seg_7.mp4?p=1',
    '#EXT-X-DISCONTINUITY',
    '#EXT-X-MAP:URI="init2.mp4"',
    '#EXTINF:3.500,',
    '/seg_8.mp4',
  ];

  it('gives a live list absolute addresses, and leaves parts out', () => {
    const lowLatency = [
      '#EXT-X-SERVER-CONTROL:CAN-BLOCK-RELOAD=YES,PART-HOLD-BACK=3,CAN-SKIP-UNTIL=24',
      '#EXT-X-PART-INF:PART-TARGET=1',
      ...media,
      '#EXT-X-PART:DURATION=1,URI="part_9.mp4"',
      '#EXT-X-PRELOAD-HINT:TYPE=PART,URI="part_10.mp4"',
      '#EXT-X-RENDITION-REPORT:URI="../other.m3u8",LAST-MSN=8',
    ];
    const list = readList(lines(...head, ...lowLatency), address, anywhere);
    expect({ ...list, text: '', files: list.files.size }).toEqual({
      text: '',
      targetSeconds: 4,
      isComplete: false,
      files: 0,
    });
    const parsed = HLS.parse(list.text) as HLS.types.MediaPlaylist;
    expect(parsed.segments.map(({ uri, map }) => [uri, map?.uri])).toEqual([
      [
        'https://stream.example/token/manifest/seg_7.mp4?p=1',
        'https://stream.example/token/manifest/init.mp4',
      ],
      ['https://stream.example/seg_8.mp4', 'https://stream.example/token/manifest/init2.mp4'],
    ]);
    expect([parsed.mediaSequenceBase, parsed.segments[1]?.discontinuity]).toEqual([7, true]);
    expect(list.text).not.toMatch(/PART|SERVER-CONTROL|HINT|REPORT/);
  });

  it('names the files of a finished list, whose addresses it keeps', () => {
    const list = readList(lines(...head, ...media, '#EXT-X-ENDLIST'), address, anywhere);
    expect(list.isComplete).toBe(true);
    const parsed = HLS.parse(list.text) as HLS.types.MediaPlaylist;
    expect(parsed.segments.map(({ uri, map }) => [uri, map?.uri])).toEqual([
      ['0.mp4', 'init-0.mp4'],
      ['1.mp4', 'init-1.mp4'],
    ]);
    expect([...list.files].map(([name, { pathname }]) => [name, pathname])).toEqual([
      ['init-0.mp4', '/token/manifest/init.mp4'],
      ['0.mp4', '/token/manifest/seg_7.mp4'],
      ['init-1.mp4', '/token/manifest/init2.mp4'],
      ['1.mp4', '/seg_8.mp4'],
    ]);
    expect(list.text).not.toContain('http');
  });

  it('lets the check refuse any address, also that of a key', () => {
    const key = '#EXT-X-KEY:METHOD=AES-128,URI="https://evil.example/key"';
    const refuse = ({ host }: URL) => {
      if (host === 'evil.example') throw new Error('elsewhere');
    };
    expect(() => readList(lines(...head, key, ...media), address, refuse)).toThrow('elsewhere');
  });
});
