/** The master playlist of every video of this origin, and what it says about a rung that is measured by its segments. */
import type { PlaybackMode } from '../video-provider.ts';
import type { Pictures } from './key-frame.ts';
import { lines } from './media-playlist.ts';

/** How bright and colourful a picture is (RFC 8216bis, 4.4.6.2). */
export type VideoRange = 'SDR' | 'PQ' | 'HLG';

/** Bits per second of the largest segment, and on average. */
interface Bitrates {
  bandwidth: number;
  averageBandwidth: number;
}

export interface Rung extends Bitrates {
  name: string;
  width: number;
  height: number;
  /** The codec of the picture stands first. */
  codecs: string;
  frameRate: number;
  /** undefined: SDR. */
  range?: VideoRange | undefined;
  /** undefined: its key frames are not known. */
  keyFrames: Bitrates | undefined;
}

export interface MasterPlaylistFacts {
  mode: PlaybackMode;
  /** Every segment of every rung begins with a key frame. */
  isIndependent: boolean;
}

export function masterPlaylist(rungs: readonly Rung[], { mode, isIndependent }: MasterPlaylistFacts): string {
  const variants = rungs.flatMap((rung) => [
    `#EXT-X-STREAM-INF:${bitrates(rung)},CODECS="${rung.codecs}",RESOLUTION=${rung.width}x${rung.height}` +
      `,FRAME-RATE=${rung.frameRate.toFixed(3)},VIDEO-RANGE=${rung.range ?? 'SDR'},CLOSED-CAPTIONS=NONE`,
    `${rung.name}/${mode}.m3u8`,
  ]);
  const keyFrames = rungs.flatMap(({ name, codecs, width, height, range = 'SDR', keyFrames }) =>
    keyFrames === undefined
      ? []
      : `#EXT-X-I-FRAME-STREAM-INF:${bitrates(keyFrames)},CODECS="${pictureCodecs(codecs)}"` +
        `,RESOLUTION=${width}x${height},VIDEO-RANGE=${range},URI="${name}/${mode}-iframes.m3u8"`,
  );
  const independent = isIndependent ? ['#EXT-X-INDEPENDENT-SEGMENTS'] : [];
  return lines(['#EXTM3U', '#EXT-X-VERSION:7', ...independent, ...variants, ...keyFrames]);
}

/** What is known of an initialization segment. */
export interface InitFacts {
  name: string;
  codecs: string;
  /** The size that is shown. */
  width: number;
  height: number;
  /** undefined: SDR. */
  range?: VideoRange;
}

export interface MeasuredSegment {
  seconds: number;
  /** In bytes. */
  size: number;
  /** undefined: they were not read. */
  pictures: Pictures | undefined;
  init: InitFacts;
}

/** @param segments at least one. @param target the target duration, in seconds. */
export function measureRung(
  name: string,
  segments: readonly MeasuredSegment[],
  target: number,
): Omit<Rung, 'name'> & { name: string } {
  const inits = new Map(segments.map(({ init }) => [init.name, init]));
  const codecs = new Set([...inits.values()].flatMap((init) => init.codecs.split(',')));
  const largest = [...inits.values()].reduce((a, b) => (b.width * b.height > a.width * a.height ? b : a));
  const keyFrames = segments.flatMap(({ seconds, pictures }) =>
    pictures?.keyFrame ? { seconds, size: pictures.keyFrame.length } : [],
  );
  return {
    name,
    ...measureBitrates(segments, target),
    codecs: [...codecs].toSorted((a, b) => Number(isSound(a)) - Number(isSound(b))).join(','),
    width: largest.width,
    height: largest.height,
    frameRate: measureFrameRate(segments),
    range: largest.range,
    keyFrames: keyFrames.length > 0 ? measureBitrates(keyFrames, target) : undefined,
  };
}

/**
 * RFC 8216bis, 4.4.6.2: the peak is that of the fattest run of segments whose length is between half a target duration and
 * one and a half.
 */
export function measureBitrates(
  segments: ReadonlyArray<{ seconds: number; size: number }>,
  target: number,
): Bitrates {
  const [total] = runsFrom(segments, 0, Number.POSITIVE_INFINITY).slice(-1);
  const averageBandwidth = Math.ceil(bitrateOf(total ?? { seconds: 1, size: 0 }));
  let peak = averageBandwidth;
  for (let first = 0; first < segments.length; first += 1) {
    for (const run of runsFrom(segments, first, 1.5 * target))
      if (run.seconds >= 0.5 * target) peak = Math.max(peak, bitrateOf(run));
  }
  return { bandwidth: Math.ceil(peak), averageBandwidth };
}

/** All runs of segments that begin with this one, up to a length. */
function runsFrom(
  segments: ReadonlyArray<{ seconds: number; size: number }>,
  first: number,
  longest: number,
): Array<{ seconds: number; size: number }> {
  const runs: Array<{ seconds: number; size: number }> = [];
  let [seconds, size] = [0, 0];
  for (let index = first; index < segments.length; index += 1) {
    const segment = segments[index];
    seconds += segment?.seconds ?? 0;
    size += segment?.size ?? 0;
    if (seconds > longest) break;
    runs.push({ seconds, size });
  }
  return runs;
}

function bitrateOf({ seconds, size }: { seconds: number; size: number }): number {
  return (size * 8) / seconds;
}

const usualRates = [23.976, 24, 25, 29.97, 30, 48, 50, 59.94, 60];
const assumedRate = 30;

/** The highest rate of all encoders. Times in milliseconds blur it, so that it is taken to the nearest usual rate. */
function measureFrameRate(segments: readonly MeasuredSegment[]): number {
  const sums = new Map<string, { frames: number; seconds: number }>();
  for (const { init, seconds, pictures } of segments) {
    const sum = sums.get(init.name) ?? { frames: 0, seconds: 0 };
    sums.set(init.name, {
      frames: sum.frames + (pictures?.count ?? 0),
      seconds: sum.seconds + seconds,
    });
  }
  const rate = Math.max(...[...sums.values()].map(({ frames, seconds }) => frames / seconds));
  if (rate === 0) return assumedRate;
  const nearest = usualRates.reduce((a, b) => (Math.abs(b - rate) < Math.abs(a - rate) ? b : a));
  return Math.abs(nearest - rate) < rate / 100 ? nearest : rate;
}

function bitrates({ bandwidth, averageBandwidth }: Bitrates): string {
  return `BANDWIDTH=${bandwidth},AVERAGE-BANDWIDTH=${averageBandwidth}`;
}

function pictureCodecs(codecs: string): string {
  return codecs
    .split(',')
    .filter((codec) => !isSound(codec))
    .join(',');
}

function isSound(codec: string): boolean {
  return codec.startsWith('mp4a.');
}
