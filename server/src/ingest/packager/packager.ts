/**
 * Makes parts and segments of the frames of a feed, without transcoding. A segment begins at a key frame and is a chain
 * of parts. The length of the first segment decides the target; a longer distance between key frames is cut anyway.
 */
import type { VideoRange } from '../../media/origin/master-playlist.ts';
import type { KeyFrameProblem } from '../ingest.tables.ts';
import { type AacConfig, readAacConfig, usualAacConfig } from './aac.ts';
import { AudioQueue } from './audio-queue.ts';
import { withoutDelimiter } from './av1.ts';
import { DecodingStarts } from './decoding-starts.ts';
import { initSegment, type Sample, videoTimescale } from './fmp4-writer.ts';
import { Interleaver, type Part } from './interleaver.ts';
import { configAt, readVideoConfig } from './read-video-config.ts';
import type { VideoConfig, VideoFourCc } from './video-config.ts';

/** What stands between the parts. */
type Mark =
  | {
      kind: 'init';
      bytes: Buffer;
      codecs: string;
      width: number;
      height: number;
      range: VideoRange;
      audio: AacConfig;
    }
  /** The parts since the last one are a whole segment. */
  | { kind: 'segment'; startMs: number; seconds: number };

export type PackagerEvent =
  /** A first picture has come: its part is on its way. */
  { kind: 'begin' } | Part | Mark;

export interface VideoFrame {
  ms: number;
  compositionMs: number;
  /** As the encoder marks it. */
  isKey: boolean;
  /** The sample: NAL units with their lengths, or the units of AV1. */
  nalUnits: Buffer;
}

/** The longest part in seconds. Those of all usual frame rates are then at least 85 % of it. */
export const partTarget = 0.35;
const [shortestSegment, longestFirstSegment] = [1, 6];
/** What a part and a segment hold at most, when the time of a feed stands still: six seconds at 50 Mbit/s and more. */
const [maxPartBytes, maxSegmentBytes] = [8 * 1024 * 1024, 48 * 1024 * 1024];
/** Frames of sound in a new format, until a key frame. */
const maxWaiting = 1_000;
const perMs = videoTimescale / 1000;
/** Within a segment, parts are at least 85 % of the target (RFC 8216bis, 4.4.4.9). */
const longestPart = Math.round(partTarget * videoTimescale);
const shortestPart = 0.85 * longestPart;
/** The last frame before an end has no next one to measure by. */
const usualFrameMs = 40;

interface HeldFrame extends VideoFrame {
  /** When it is decoded. */
  time: number;
  /** How much later it is shown, beside its composition time. */
  late: number;
}

interface Tracks {
  video: VideoConfig;
  audio: AudioQueue;
}

export interface PackagerOptions {
  /** Whole seconds, if the stream has begun before; it never changes. */
  target?: number | undefined;
  /** Of the sound before: silence is of the same format. */
  audio?: AacConfig | undefined;
  /** Whether a segment begins at this frame; without it, key frames decide. */
  isCut?: (ms: number) => boolean;
}

export class Packager {
  readonly #emit: (event: PackagerEvent) => void;
  readonly #out: Interleaver<Mark>;
  readonly #isCut: ((ms: number) => boolean) | undefined;
  #target: number | undefined;
  #video: VideoConfig | undefined;
  #audioConfig: AacConfig;
  #isAudioKnown = false;
  /** What the initialization segment of this moment says. */
  #tracks: Tracks | undefined;
  #isInitDue = false;
  /** Sound of another format, until a segment begins. */
  #nextAudio: Array<{ ms: number; bytes: Buffer }> | undefined;
  readonly #starts = new DecodingStarts();
  /** A frame waits for the next one, which tells its duration. */
  #held: HeldFrame | undefined;
  #samples: Sample[] = [];
  #partStart = 0;
  #partBytes = 0;
  #segmentStart = 0;
  #segmentBytes = 0;
  #hasParts = false;

  constructor(emit: (event: PackagerEvent) => void, { target, audio, isCut }: PackagerOptions = {}) {
    this.#emit = emit;
    this.#out = new Interleaver<Mark>(emit);
    this.#target = target;
    this.#audioConfig = audio ?? usualAacConfig;
    this.#isCut = isCut;
  }

  /** @returns false when it is not understood. */
  configureVideo(record: Buffer, fourCc: VideoFourCc = 'avc1'): boolean {
    const config = readVideoConfig(fourCc, record);
    if (config !== undefined) this.useVideo(config);
    return config !== undefined;
  }

  useVideo(config: VideoConfig) {
    const known = [this.#video, this.#tracks?.video].find(
      (one) => one?.entry === config.entry && one.record.equals(config.record),
    );
    this.#video = known ?? config;
  }

  /** @returns false when it is not understood. */
  configureAudio(record: Buffer): boolean {
    const config = readAacConfig(record);
    if (config === undefined) return false;
    this.#isAudioKnown = true;
    if (this.#audioConfig.record.equals(config.record)) return true;
    const tracks = this.#tracks;
    const isAsBefore = tracks?.audio.config.record.equals(config.record);
    this.#audioConfig = isAsBefore ? (tracks?.audio.config ?? config) : config;
    this.#nextAudio = isAsBefore ? undefined : [];
    if (tracks && this.#isInitDue) this.#openTracks(tracks.video, this.#segmentStart);
    return true;
  }

  /** Why viewers cannot join at its key frames; null: they can. */
  get keyFrameProblem(): KeyFrameProblem | null {
    return this.#starts.problem;
  }

  pushVideo(marked: VideoFrame) {
    if (this.#video === undefined) return;
    const taken = this.#starts.take(this.#video, marked);
    if (taken === 'left-out') return;
    const frame = { ...marked, isKey: taken === 'start' };
    // The headers in the stream may be other ones than the encoder has sent before it.
    if (frame.isKey) this.useVideo(configAt(this.#video, frame.nalUnits));
    const video = this.#video;
    const held = this.#held;
    // What a new configuration describes begins with a key frame.
    if (!frame.isKey && (held === undefined || video !== this.#tracks?.video)) return;
    if (held === undefined) return this.#begin(video, frame);
    const { time, late } = this.#place(frame, held);
    const duration = time - held.time;
    this.#makeRoom(held, duration);
    this.#addSample(held, duration);
    if (this.#isCut ? this.#isCut(frame.ms) : this.#isSegmentOver(time, duration, frame.isKey)) {
      const isOutdated = frame.isKey && this.#areTracksOutdated;
      this.#endSegment(time, isOutdated);
      if (isOutdated) this.#openTracks(video, time);
    } else if (this.#isPartOver(time, duration)) {
      this.#endPart(time);
    }
    this.#held = { ...frame, time, late };
    this.#out.drain(this.#pictureMs);
  }

  /**
   * A frame that lasts over the end of a part that is still too short: the part ends within it. The next frame is then
   * decoded a little early, and shown when it should be.
   */
  #place({ ms }: VideoFrame, held: HeldFrame): { time: number; late: number } {
    const time = Math.max(Math.round(ms * perMs), held.time + 1);
    const end = this.#partStart + longestPart;
    const isTooShort = held.time - this.#partStart < shortestPart;
    return isTooShort && time > end && time - end <= longestPart
      ? { time: end, late: time - end }
      : { time, late: 0 };
  }

  /** @param duration of the frame before, as the likely one of the next. */
  #isPartOver(time: number, duration: number): boolean {
    const length = time - this.#partStart;
    return (
      (length >= shortestPart && length + duration > longestPart) ||
      length >= longestPart ||
      this.#partBytes > maxPartBytes
    );
  }

  /** Sound without a picture goes nowhere. */
  pushAudio(ms: number, bytes: Buffer) {
    if (this.#held === undefined || this.#tracks === undefined || !this.#isAudioKnown) return;
    const { audio } = this.#tracks;
    if (audio.config === this.#audioConfig) {
      audio.push(ms, bytes, this.#pictureMs);
      this.#out.drain(this.#pictureMs);
    } else if (this.#nextAudio && this.#nextAudio.length < maxWaiting) this.#nextAudio.push({ ms, bytes });
  }

  /** Ends the segment, because the feed ended or jumped. The next one begins at a key frame. */
  flush(lastFrameMs = usualFrameMs) {
    const held = this.#held;
    if (held === undefined) return;
    const duration = Math.max(1, Math.round(lastFrameMs * perMs));
    this.#makeRoom(held, duration);
    this.#addSample(held, duration);
    this.#endSegment(held.time + duration, true);
    this.#held = undefined;
  }

  /** Ends the segment after an error, without the frames that no part holds yet. */
  abandon() {
    this.#held = undefined;
    this.#samples = [];
    this.#endSegment(this.#partStart, true);
  }

  #begin(video: VideoConfig, frame: VideoFrame) {
    const time = Math.round(frame.ms * perMs);
    this.#held = { ...frame, time, late: 0 };
    this.#segmentStart = time;
    this.#partStart = time;
    this.#tracks = undefined;
    this.#openTracks(video, time);
    this.#emit({ kind: 'begin' });
  }

  get #areTracksOutdated(): boolean {
    return this.#tracks?.video !== this.#video || this.#tracks?.audio.config !== this.#audioConfig;
  }

  /** What comes from this time on has these tracks. They are written with the first part: the sound may say late what it is. */
  #openTracks(video: VideoConfig, time: number) {
    const before = this.#tracks?.audio;
    const isSame = before?.config === this.#audioConfig;
    const audio = isSame ? before : new AudioQueue(this.#audioConfig, time / perMs, partTarget * 1000);
    this.#tracks = { video, audio };
    this.#isInitDue = true;
    for (const { ms, bytes } of this.#nextAudio ?? []) audio.push(ms, bytes, time / perMs);
    this.#nextAudio = undefined;
  }

  #writeInit({ video, audio: { config: audio } }: Tracks) {
    this.#isInitDue = false;
    const { codec, width, height, range } = video;
    const codecs = `${codec},${audio.codec}`;
    const bytes = initSegment(video, audio);
    this.#out.add({ kind: 'init', bytes, codecs, width, height, range, audio }, this.#pictureMs);
  }

  get #pictureMs(): number {
    return (this.#held?.time ?? this.#partStart) / perMs;
  }

  /** @param duration of the frame before, as the likely one of the next. */
  #isSegmentOver(time: number, duration: number, isKey: boolean): boolean {
    const seconds = (time - this.#segmentStart) / videoTimescale;
    if (isKey && (seconds >= shortestSegment || this.#areTracksOutdated)) return true;
    if (this.#segmentBytes > maxSegmentBytes) return true;
    // The playlist says rounded lengths: below half a second more, they are not above the target.
    const longest = this.#target === undefined ? longestFirstSegment : this.#target + 0.45;
    return seconds + duration / videoTimescale > longest;
  }

  /** A frame that lasts longer than the ones before it begins a part, because none may be above the target. */
  #makeRoom({ time }: HeldFrame, duration: number) {
    if (time + duration - this.#partStart > longestPart) this.#endPart(time);
  }

  #addSample({ compositionMs, late, isKey, nalUnits }: HeldFrame, duration: number) {
    const video = this.#tracks?.video;
    const sample = video?.entry === 'av01' ? withoutDelimiter(nalUnits) : nalUnits;
    const sets = isKey && !video?.hasParameterSets(sample) ? video?.parameterSets : undefined;
    this.#partBytes += sample.length;
    this.#segmentBytes += sample.length;
    this.#samples.push({
      bytes: sets ? Buffer.concat([sets, sample]) : sample,
      duration,
      isKey,
      compositionOffset: late + Math.round(compositionMs * perMs),
    });
  }

  /** @param isLast nothing comes after it in these tracks. */
  #endPart(end: number, isLast = false) {
    const samples = this.#samples;
    const tracks = this.#tracks;
    if (samples.length === 0 || tracks === undefined) return;
    if (this.#isInitDue) this.#writeInit(tracks);
    const part = {
      audio: tracks.audio,
      video: { decodeTime: this.#partStart, samples },
      endMs: end / perMs,
      seconds: (end - this.#partStart) / videoTimescale,
      isLast,
    };
    this.#samples = [];
    this.#partBytes = 0;
    this.#partStart = end;
    this.#hasParts = true;
    this.#out.add(part, this.#pictureMs);
  }

  #endSegment(end: number, isLast = false) {
    this.#endPart(end, isLast);
    const seconds = (end - this.#segmentStart) / videoTimescale;
    const startMs = this.#segmentStart / perMs;
    this.#segmentStart = end;
    this.#segmentBytes = 0;
    if (isLast) this.#out.finish(this.#pictureMs);
    if (!this.#hasParts) return;
    this.#hasParts = false;
    this.#target ??= targetOf(seconds);
    this.#out.add({ kind: 'segment', startMs, seconds }, this.#pictureMs);
  }
}

/** The target duration of a stream whose first segment is so long: from 2 to 6 whole seconds. */
export function targetOf(firstSegmentSeconds: number): number {
  return Math.min(longestFirstSegment, Math.max(2, Math.round(firstSegmentSeconds)));
}
