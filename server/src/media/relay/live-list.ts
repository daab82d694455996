/** What a server must know of a live playlist that another one wrote. */
import { aheadSegments, type PlaylistWait } from '../origin/origin-video.ts';

export interface LiveList {
  text: string;
  /** Of the segment that grows or comes next. */
  nextMsn: number;
  /** Parts of it that are listed. */
  parts: number;
  /** Parts of the segment before it. */
  partsBefore: number;
  /** In seconds; NaN: the list has no parts. */
  partTarget: number;
  /** In seconds. */
  target: number;
  isOver: boolean;
}

export function readLiveList(text: string): LiveList {
  let nextMsn = numberOf(text, 'MEDIA-SEQUENCE:');
  let [parts, partsBefore] = [0, 0];
  for (const line of text.split('\n')) {
    if (line.startsWith('#EXT-X-PART:')) parts += 1;
    if (line === '' || line.startsWith('#')) continue;
    nextMsn += 1;
    [parts, partsBefore] = [0, parts];
  }
  return {
    text,
    nextMsn,
    parts,
    partsBefore,
    partTarget: numberOf(text, 'PART-INF:PART-TARGET='),
    target: numberOf(text, 'TARGETDURATION:'),
    isOver: text.includes('\n#EXT-X-ENDLIST'),
  };
}

/** Whether a reload for this part is answered; the same as the owner's `LiveVideo` decides. */
export function hasPart(list: LiveList, { msn, part }: PlaylistWait): boolean {
  const { nextMsn, parts, partsBefore, isOver } = list;
  if (isOver || msn < nextMsn - 1) return true;
  if (msn === nextMsn) return part !== undefined && part < parts;
  if (msn > nextMsn || part === undefined) return msn < nextMsn;
  return part < partsBefore || parts > 0;
}

/** RFC 8216bis, 6.2.5.2: so far ahead a player may ask for a part. */
const aheadSeconds = 3;

export function isTooFarAhead(
  { nextMsn, parts, partTarget, isOver }: LiveList,
  asked: PlaylistWait,
): boolean {
  if (isOver) return false;
  if (asked.msn >= nextMsn + aheadSegments) return true;
  return asked.msn === nextMsn && (asked.part ?? 0) > parts - 1 + Math.ceil(aheadSeconds / partTarget);
}

const headTag =
  /^#(?:EXTM3U$|EXT-X-(?:VERSION|TARGETDURATION|SERVER-CONTROL|PART-INF|MEDIA-SEQUENCE|DISCONTINUITY-SEQUENCE|INDEPENDENT-SEGMENTS|I-FRAMES-ONLY)\b)/;

/** What changed for a player that has read the list shortly before, as the owner would write it (RFC 8216bis, 6.2.5.1). */
export function deltaOf({ text, isOver }: LiveList): string {
  const lines = text.split('\n');
  const start = lines.findIndex((line) => line !== '' && !headTag.test(line));
  const boundary = Number(/CAN-SKIP-UNTIL=([\d.]+)/.exec(text)?.[1] ?? Number.POSITIVE_INFINITY);
  let seconds = 0;
  for (let index = lines.length - 1; index >= start && !isOver; index -= 1) {
    const line = lines[index] ?? '';
    if (seconds >= boundary && line !== '' && !line.startsWith('#')) {
      const skipped = lines.slice(start, index + 1).filter((each) => !each.startsWith('#')).length;
      const skip = `#EXT-X-SKIP:SKIPPED-SEGMENTS=${skipped}`;
      return [...lines.slice(0, start), skip, ...lines.slice(index + 1)].join('\n');
    }
    if (line.startsWith('#EXTINF:')) seconds += Number.parseFloat(line.slice('#EXTINF:'.length));
  }
  return text;
}

function numberOf(text: string, tag: string): number {
  return Number.parseFloat(new RegExp(`^#EXT-X-${tag}([\\d.]+)`, 'm').exec(text)?.[1] ?? 'NaN');
}
