/**
 * The recording of a live video, as files of a folder: `index.jsonl` has a line for each segment whose file is whole. It is
 * what a replay plays.
 */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { MediaFile } from '../../media-reply.ts';
import type { PlaybackMode } from '../../video-provider.ts';
import type { Pictures } from '../key-frame.ts';
import { type InitFacts, masterPlaylist, measureRung } from '../master-playlist.ts';
import { dateTag, keyFrameTag, playlistText } from '../media-playlist.ts';
import type { OriginVideo, PlaylistKind } from '../origin-video.ts';
import { segmentFile, wholeRung } from '../segment-path.ts';
import { type Trim, trimmed } from '../trim.ts';

export interface RecordedSegment {
  name: string;
  seconds: number;
  /** When it began, in milliseconds since 1970. */
  atMs: number;
  startMs: number;
  bytes: number;
  init: InitFacts;
  isDiscontinuity: boolean;
  pictures?: Pictures | undefined;
  /** Until then it has pictures that only decoding needs: they were cut out. */
  hiddenSeconds?: number;
  /** It showed the slate: live viewers can go back over it, a replay leaves it out. */
  isSlate?: boolean;
}

const indexFile = 'index.jsonl';

/** @returns the segments in order; none when there is no recording. A last line that a crash cut off is left out. */
export async function readRecording(folder: string): Promise<RecordedSegment[]> {
  const text = await readFile(path.join(folder, indexFile), 'utf8').catch((error) => {
    if (error.code === 'ENOENT') return '';
    throw error;
  });
  return text.split('\n').flatMap((line) => {
    try {
      return line === '' ? [] : [JSON.parse(line) as RecordedSegment];
    } catch {
      return [];
    }
  });
}

/** The line of a segment, and the file that it is added to. */
export const recordingIndex = {
  file: indexFile,
  line: (segment: RecordedSegment) => `\n${JSON.stringify(segment)}`,
};

/** What a replay plays. */
export function withoutSlate(segments: readonly RecordedSegment[]): readonly RecordedSegment[] {
  return segments.filter(({ isSlate }) => !isSlate);
}

/** Reads a file that is not in the folder. */
type ReadElsewhere = (file: string) => Promise<Buffer | undefined>;

/**
 * @param segments at least one.
 * @param options.trim what viewers see of it; organisers see the whole.
 * @param options.rung so that a film and the recording that it replaces share no address.
 */
export function recordedVideo(
  folder: string,
  segments: readonly RecordedSegment[],
  {
    elsewhere,
    trim = null,
    rung = 'source',
  }: { elsewhere?: ReadElsewhere | undefined; trim?: Trim | null; rung?: string | undefined } = {},
): OriginVideo {
  const names = namesOf(segments);
  // What was cut out is not given to viewers who guess its names.
  const shownNames = trim === null ? names : namesOf(trimmed(withoutSlate(segments), trim));
  const shownIn = (mode: PlaybackMode) => {
    if (mode === 'live') return undefined;
    return trimmed(withoutSlate(segments), mode === 'replay' ? trim : null);
  };
  const read = async (file: string): Promise<MediaFile | undefined> => {
    const bytes = await readFile(path.join(folder, file)).catch((error) => {
      if (error.code === 'ENOENT') return elsewhere?.(file);
      throw error;
    });
    return bytes && { bytes, type: 'video/mp4', etag: `"${path.basename(folder)}-${file}"` };
  };
  const lists = (name: string, file: string, isWhole: boolean) =>
    name === rung && (isWhole ? names : shownNames)().has(file);
  return {
    masterPlaylist: (mode) => masterOf(shownIn(mode) ?? [], { mode, rung }),
    mediaPlaylist: (name, { mode, kind }) =>
      name === rung ? replayOf(shownIn(mode) ?? [], kind) : undefined,
    init: (name, file) => (name === rung && names().has(file) ? read(`${file}.mp4`) : undefined),
    segment: (name, file) =>
      lists(name, file, false) || (name === wholeRung(rung) && names().has(file))
        ? read(segmentFile(file))
        : undefined,
    lists,
  };
}

/** The names of all segments and initialization segments. A recording that still grows is the same array. */
function namesOf(segments: readonly RecordedSegment[]): () => ReadonlySet<string> {
  const names = new Set<string>();
  let read = 0;
  return () => {
    for (; read < segments.length; read += 1) {
      const { name, init } = segments[read] as RecordedSegment;
      names.add(name).add(init.name);
    }
    return names;
  };
}

const targetOf = (segments: readonly RecordedSegment[]) =>
  Math.max(1, ...segments.map(({ seconds }) => Math.round(seconds)));

const isIndependent = (segments: readonly RecordedSegment[]) =>
  segments.every(({ pictures }) => pictures?.keyFrame !== undefined);

function masterOf(
  segments: readonly RecordedSegment[],
  { mode, rung }: { mode: PlaybackMode; rung: string },
): string | undefined {
  if (segments.length === 0) return undefined;
  const measured = segments.map((segment) => ({
    ...segment,
    size: segment.bytes,
    pictures: segment.pictures,
  }));
  const known = measureRung(rung, measured, targetOf(segments));
  return masterPlaylist([known], { mode, isIndependent: isIndependent(segments) });
}

function replayOf(segments: readonly RecordedSegment[], kind: PlaylistKind): string | undefined {
  if (segments.length === 0) return undefined;
  const isOfKeyFrames = kind === 'key-frames';
  const hiddenSeconds = segments[0]?.hiddenSeconds;
  const head = [
    '#EXTM3U',
    '#EXT-X-VERSION:7',
    `#EXT-X-TARGETDURATION:${targetOf(segments)}`,
    '#EXT-X-MEDIA-SEQUENCE:0',
    '#EXT-X-PLAYLIST-TYPE:VOD',
    ...(isOfKeyFrames ? ['#EXT-X-I-FRAMES-ONLY'] : []),
    // A player that waits for its viewer shows the picture of its start.
    ...(hiddenSeconds ? [`#EXT-X-START:TIME-OFFSET=${hiddenSeconds.toFixed(5)},PRECISE=YES`] : []),
    ...(!isOfKeyFrames && isIndependent(segments) ? ['#EXT-X-INDEPENDENT-SEGMENTS'] : []),
  ];
  const entries = segments.map((segment, index) => ({
    seconds: segment.seconds,
    isDiscontinuity: segment.isDiscontinuity && index > 0,
    initName: segment.init.name,
    lines: [
      ...(segment.isDiscontinuity || index === 0 ? [dateTag(segment.atMs)] : []),
      `#EXTINF:${segment.seconds.toFixed(5)},`,
      ...(isOfKeyFrames ? [keyFrameTag(segment.pictures)] : []),
      segmentFile(segment.name),
    ].join('\n'),
  }));
  return playlistText({ head, entries, tail: ['#EXT-X-ENDLIST'] });
}
