/** The playlists of a live video with parts (RFC 8216bis), as pure functions. */
import type { ListedSegment, LivePart, LiveWindow } from './live-window.ts';
import {
  borderTags,
  dateTag,
  keyFrameTag,
  type MediaPlaylist,
  type PlaylistEntry,
  serverControl,
} from './media-playlist.ts';
import { segmentFile } from './segment-path.ts';

/** Parts are for players at the edge: together with the segment that grows, these lie in the last three. */
const segmentsWithParts = 2;
const version = '#EXT-X-VERSION:9';
const endTag = '#EXT-X-ENDLIST';

export interface LivePlaylistFacts {
  /** In seconds. */
  target: number;
  /** When the first frame came. */
  epochMs: number;
  partTarget: number;
  isOver: boolean;
  /** The address of a part. */
  addressOf: (part: { name: string; appearedMs: number }) => string;
  nowMs: number;
}

/**
 * A segment is listed by its name, from which a redirect leads to its address of that moment: it stays in the list for
 * longer than any address lives, and a line of the list may not change.
 */
export function lowLatencyPlaylist(window: LiveWindow, facts: LivePlaylistFacts): MediaPlaylist {
  const { listed, open } = window;
  const { target, partTarget, isOver, nowMs, addressOf } = facts;
  const control = serverControl(target, [`PART-HOLD-BACK=${(3 * partTarget).toFixed(3)}`]);
  const head = [
    '#EXTM3U',
    version,
    `#EXT-X-TARGETDURATION:${target}`,
    control,
    `#EXT-X-PART-INF:PART-TARGET=${partTarget.toFixed(3)}`,
    ...numberTags(window),
    ...(window.isIndependent ? ['#EXT-X-INDEPENDENT-SEGMENTS'] : []),
  ];
  const entries = listed.map((segment, index) => {
    const parts = index >= listed.length - segmentsWithParts ? window.partsOf(segment.msn) : [];
    return parts.length > 0 ? entryOf(segment, facts, parts) : settledEntry(segment, facts);
  });
  if (isOver) return { head, entries, tail: [endTag] };
  const growing = open && [
    ...borderTags({ ...open, initName: open.init.name }, entries.at(-1)),
    ...open.parts.map((part) => partTag(part, facts)),
  ];
  const hint = addressOf({ name: window.nextPartName(), appearedMs: nowMs });
  return { head, entries, tail: [...(growing ?? []), `#EXT-X-PRELOAD-HINT:TYPE=PART,URI="${hint}"`] };
}

/** The key frames of the whole segments, by ranges of bytes, under the same numbers. */
export function liveKeyFrames(window: LiveWindow, facts: LivePlaylistFacts): MediaPlaylist {
  const { target, epochMs, isOver } = facts;
  const head = [
    '#EXTM3U',
    version,
    `#EXT-X-TARGETDURATION:${target}`,
    serverControl(target),
    ...numberTags(window),
    '#EXT-X-I-FRAMES-ONLY',
  ];
  const entries = window.listed.map((segment): PlaylistEntry => {
    const { seconds, isDiscontinuity, pictures, init } = segment;
    return {
      seconds,
      isDiscontinuity,
      initName: init.name,
      lines: [
        dateTag(epochMs + segment.startMs),
        `#EXTINF:${seconds.toFixed(5)},`,
        keyFrameTag(pictures),
        segmentFile(segment.name),
      ].join('\n'),
    };
  });
  return { head, entries, tail: isOver ? [endTag] : [] };
}

/** Thousands of segments are listed again three times a second, and nothing about them changes any more. */
const settled = new WeakMap<ListedSegment, PlaylistEntry>();

function settledEntry(segment: ListedSegment, facts: LivePlaylistFacts): PlaylistEntry {
  const known = settled.get(segment) ?? entryOf(segment, facts, []);
  settled.set(segment, known);
  return known;
}

function entryOf(
  { seconds, startMs, isDiscontinuity, init, name }: ListedSegment,
  facts: LivePlaylistFacts,
  parts: readonly LivePart[],
): PlaylistEntry {
  return {
    seconds,
    isDiscontinuity,
    initName: init.name,
    lines: [
      dateTag(facts.epochMs + startMs),
      ...parts.map((part) => partTag(part, facts)),
      `#EXTINF:${seconds.toFixed(5)},`,
      segmentFile(name),
    ].join('\n'),
  };
}

function numberTags(window: LiveWindow): string[] {
  return [
    `#EXT-X-MEDIA-SEQUENCE:${window.first}`,
    `#EXT-X-DISCONTINUITY-SEQUENCE:${window.discontinuitySequence}`,
  ];
}

function partTag(part: LivePart, { addressOf }: LivePlaylistFacts): string {
  const independent = part.isIndependent ? ',INDEPENDENT=YES' : '';
  return `#EXT-X-PART:DURATION=${part.seconds.toFixed(5)},URI="${addressOf(part)}"${independent}`;
}
