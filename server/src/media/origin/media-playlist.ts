/** A media playlist as text (RFC 8216bis), whole or without the segments that a player has already read. */
import type { Pictures } from './key-frame.ts';

export interface PlaylistEntry {
  seconds: number;
  isDiscontinuity: boolean;
  /** The name of its initialization segment. */
  initName: string;
  /** The tags of this segment alone, and its address. */
  lines: string;
}

export interface MediaPlaylist {
  head: string[];
  entries: readonly PlaylistEntry[];
  /** What follows the last whole segment. */
  tail: string[];
}

/** RFC 8216bis, 4.4.3.8: older segments may be left out of a delta update. In target durations, and at least 6. */
const skipBoundary = 6;

/** What a player may ask of a live playlist: to wait for the next segment, and for what changed alone. */
export function serverControl(target: number, more: string[] = []): string {
  const skip = `CAN-SKIP-UNTIL=${(skipBoundary * target).toFixed(1)}`;
  return `#EXT-X-SERVER-CONTROL:${['CAN-BLOCK-RELOAD=YES', skip, ...more].join(',')}`;
}

export function playlistText({ head, entries, tail }: MediaPlaylist): string {
  return lines([...head, ...listed(entries, 0), ...tail]);
}

/** What changed for a player that read the playlist shortly before. It is the whole when nothing can be skipped. */
export function deltaText({ head, entries, tail }: MediaPlaylist, target: number): string {
  const skipped = countSkippable(entries, skipBoundary * target);
  const skip = skipped > 0 ? [`#EXT-X-SKIP:SKIPPED-SEGMENTS=${skipped}`] : [];
  return lines([...head, ...skip, ...listed(entries, skipped), ...tail]);
}

/** The tags at the border to what came before: another encoder, or another initialization segment. */
export function borderTags(
  { isDiscontinuity, initName }: Pick<PlaylistEntry, 'isDiscontinuity' | 'initName'>,
  before: Pick<PlaylistEntry, 'initName'> | undefined,
): string[] {
  return [
    ...(isDiscontinuity ? ['#EXT-X-DISCONTINUITY'] : []),
    ...(initName === before?.initName ? [] : [`#EXT-X-MAP:URI="${initName}.mp4"`]),
  ];
}

export function dateTag(atMs: number): string {
  return `#EXT-X-PROGRAM-DATE-TIME:${new Date(atMs).toISOString()}`;
}

/** A segment of a playlist of key frames. One that begins with another frame is a gap, so that the numbers stay. */
export function keyFrameTag(pictures: Pictures | undefined): string {
  const keyFrame = pictures?.keyFrame;
  return keyFrame ? `#EXT-X-BYTERANGE:${keyFrame.length}@${keyFrame.offset}` : '#EXT-X-GAP';
}

export function lines(all: string[]): string {
  return `${all.join('\n')}\n`;
}

function listed(entries: readonly PlaylistEntry[], from: number): string[] {
  const texts: string[] = [];
  for (let index = from; index < entries.length; index += 1) {
    const entry = entries[index] as PlaylistEntry;
    texts.push(...borderTags(entry, entries[index - 1]), entry.lines);
  }
  return texts;
}

function countSkippable(entries: readonly PlaylistEntry[], boundarySeconds: number): number {
  let seconds = 0;
  for (let index = entries.length - 1; index >= 0; index -= 1) {
    if (seconds >= boundarySeconds) return index + 1;
    seconds += entries[index]?.seconds ?? 0;
  }
  return 0;
}
