/**
 * The three playlists of a looped video (RFC 8216bis), as pure functions.
 * All rungs share one numbering, and all URIs are relative, so they inherit the signed path.
 */
import type { PlaybackMode } from '../video-provider.ts';
import { type SegmentRange, segmentStartsAt } from './timeline.ts';

export interface Rung {
  name: string;
  width: number;
  height: number;
  /** Bits per second of the largest segment, and on average. */
  bandwidth: number;
  averageBandwidth: number;
  codecs: string;
  frameRate: number;
}

const head = ['#EXTM3U', '#EXT-X-VERSION:7', '#EXT-X-INDEPENDENT-SEGMENTS'];

export function masterPlaylist(rungs: readonly Rung[], mode: PlaybackMode): string {
  const variants = rungs.flatMap((rung) => [
    `#EXT-X-STREAM-INF:BANDWIDTH=${rung.bandwidth},AVERAGE-BANDWIDTH=${rung.averageBandwidth}` +
      `,CODECS="${rung.codecs}",RESOLUTION=${rung.width}x${rung.height}` +
      `,FRAME-RATE=${rung.frameRate.toFixed(3)}`,
    `${rung.name}/${mode}.m3u8`,
  ]);
  return lines([...head, ...variants]);
}

export function livePlaylist(window: SegmentRange, segmentSeconds: number): string {
  return lines([
    ...mediaHead(window.first, segmentSeconds),
    '#EXT-X-MAP:URI="init.mp4"',
    `#EXT-X-PROGRAM-DATE-TIME:${segmentStartsAt(window.first, segmentSeconds).toISOString()}`,
    ...segments(window, segmentSeconds),
  ]);
}

export function replayPlaylist(segmentCount: number, segmentSeconds: number): string {
  return lines([
    ...mediaHead(0, segmentSeconds),
    '#EXT-X-PLAYLIST-TYPE:VOD',
    '#EXT-X-MAP:URI="init.mp4"',
    ...segments({ first: 0, last: segmentCount - 1 }, segmentSeconds),
    '#EXT-X-ENDLIST',
  ]);
}

function mediaHead(firstSegment: number, segmentSeconds: number): string[] {
  return [
    ...head,
    `#EXT-X-TARGETDURATION:${Math.round(segmentSeconds)}`,
    `#EXT-X-MEDIA-SEQUENCE:${firstSegment}`,
  ];
}

function segments({ first, last }: SegmentRange, segmentSeconds: number): string[] {
  const entries: string[] = [];
  for (let number = first; number <= last; number += 1) {
    entries.push(`#EXTINF:${segmentSeconds.toFixed(3)},`, `${number}.m4s`);
  }
  return entries;
}

function lines(all: string[]): string {
  return `${all.join('\n')}\n`;
}
