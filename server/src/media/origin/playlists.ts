/**
 * The media playlists of a looped video (RFC 8216bis), as pure functions. All rungs share one numbering. URIs without a
 * path inherit the signed path of the playlist.
 */
import type { ByteSpan } from './key-frame.ts';
import { dateTag, keyFrameTag, type MediaPlaylist, serverControl } from './media-playlist.ts';
import { segmentFile } from './segment-path.ts';
import { type SegmentRange, segmentStartsAt } from './timeline.ts';

/** Three target durations, as RFC 8216bis demands of those who do not say otherwise. */
const holdBack = 3;
/** Delta updates need 9. */
const [liveVersion, replayVersion] = ['#EXT-X-VERSION:9', '#EXT-X-VERSION:7'];

interface LoopedFacts {
  segmentSeconds: number;
  addressOf: (segment: number) => string;
  /** The playlist lists key frames only: where they are in a segment. */
  keyFrameOf?: ((segment: number) => ByteSpan | undefined) | undefined;
}

/** Lists the segments by their own addresses: players load this playlist again before those expire. */
export function livePlaylist(window: SegmentRange, facts: LoopedFacts): MediaPlaylist {
  const target = targetOf(facts);
  const control = serverControl(target, [`HOLD-BACK=${(holdBack * target).toFixed(1)}`]);
  return {
    head: ['#EXTM3U', liveVersion, control, ...mediaTags(window.first, facts)],
    entries: entriesOf(window, facts),
    tail: [],
  };
}

/** Players load this playlist once and use it for hours, so it lists what leads to the addresses of that moment. */
export function replayPlaylist(segmentCount: number, facts: Omit<LoopedFacts, 'addressOf'>): MediaPlaylist {
  const addressOf = (number: number) => segmentFile(String(number));
  return {
    head: ['#EXTM3U', replayVersion, ...mediaTags(0, facts), '#EXT-X-PLAYLIST-TYPE:VOD'],
    entries: entriesOf({ first: 0, last: segmentCount - 1 }, { ...facts, addressOf }),
    tail: ['#EXT-X-ENDLIST'],
  };
}

function targetOf({ segmentSeconds }: Pick<LoopedFacts, 'segmentSeconds'>): number {
  return Math.round(segmentSeconds);
}

function mediaTags(firstSegment: number, facts: Omit<LoopedFacts, 'addressOf'>): string[] {
  return [
    `#EXT-X-TARGETDURATION:${targetOf(facts)}`,
    `#EXT-X-MEDIA-SEQUENCE:${firstSegment}`,
    facts.keyFrameOf ? '#EXT-X-I-FRAMES-ONLY' : '#EXT-X-INDEPENDENT-SEGMENTS',
  ];
}

/** The date stands at the first segment; the others follow without a gap. */
function entriesOf({ first, last }: SegmentRange, { segmentSeconds, addressOf, keyFrameOf }: LoopedFacts) {
  return Array.from({ length: last - first + 1 }, (_, index) => {
    const number = first + index;
    const keyFrame = keyFrameOf?.(number);
    return {
      seconds: segmentSeconds,
      isDiscontinuity: false,
      initName: 'init',
      lines: [
        ...(index === 0 ? [dateTag(segmentStartsAt(number, segmentSeconds).getTime())] : []),
        `#EXTINF:${segmentSeconds.toFixed(3)},`,
        ...(keyFrameOf ? [keyFrameTag(keyFrame && { count: 1, keyFrame })] : []),
        addressOf(number),
      ].join('\n'),
    };
  });
}
