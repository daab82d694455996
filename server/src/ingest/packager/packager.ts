/**
 * Makes parts and segments of the frames of a feed, without transcoding. A segment begins at a key frame and is a chain
 * of parts. The length of the first segment decides the target; a longer distance between key frames is cut anyway.
 */
import { type AacConfig, readAacConfig } from './aac.ts';
import { AudioQueue } from './audio-queue.ts';
import { withoutDelimiter } from './av1.ts';
import { fragment, initSegment, type Sample, videoTimescale } from './fmp4-writer.ts';
import { readVideoConfig } from './read-video-config.ts';
import type { VideoConfig, VideoFourCc } from './video-config.ts';

export type PackagerEvent =
  | { kind: 'init'; bytes: Buffer; codecs: string; width: number; height: number }
  | { kind: 'part'; bytes: Buffer; seconds: number; isIndependent: boolean }
  /** The parts since the last one are a whole segment. */
  | { kind: 'segment'; startMs: number; seconds: number };

export interface VideoFrame {
  ms: number;
  compositionMs: number;
  isKey: boolean;
  /** The sample: NAL units with their lengths, or the units of AV1. */
  nalUnits: Buffer;
}

/** The longest part in seconds. Those of all usual frame rates are then at least 85 % of it. */
export const partTarget = 0.35;
const [shortestSegment, longestFirstSegment] = [1, 6];
/** What a part and a segment hold at most, when the time of a feed stands still: six seconds at 50 Mbit/s and more. */
const [maxPartBytes, maxSegmentBytes] = [8 * 1024 * 1024, 48 * 1024 * 1024];
const perMs = videoTimescale / 1000;
/** Within a segment, parts are at least 85 % of the target (RFC 8216bis, 4.4.4.9). */
const longestPart = Math.round(partTarget * videoTimescale);
const shortestPart = 0.85 * longestPart;
/** The last frame before an end has no next one to measure by. */
const lastFrameUnits = 40 * perMs;

interface HeldFrame extends VideoFrame {
  /** When it is decoded. */
  time: number;
  /** How much later it is shown, beside its composition time. */
  late: number;
}

export class Packager {
  readonly #emit: (event: PackagerEvent) => void;
  readonly #isCut: ((ms: number) => boolean) | undefined;
  #target: number | undefined;
  #video: VideoConfig | undefined;
  #audioConfig: AacConfig | undefined;
  #audio: AudioQueue | undefined;
  #isInitNeeded = true;
  #sequence = 0;
  /** A frame waits for the next one, which tells its duration. */
  #held: HeldFrame | undefined;
  #samples: Sample[] = [];
  #partStart = 0;
  #partBytes = 0;
  #segmentStart = 0;
  #segmentBytes = 0;
  #hasParts = false;

  /**
   * @param target whole seconds, if the stream has begun before; it never changes.
   * @param isCut whether a segment begins at this frame; without it, key frames decide.
   */
  constructor(emit: (event: PackagerEvent) => void, target?: number, isCut?: (ms: number) => boolean) {
    this.#emit = emit;
    this.#target = target;
    this.#isCut = isCut;
  }

  /** @returns false when it is not understood. */
  configureVideo(record: Buffer, fourCc: VideoFourCc = 'avc1'): boolean {
    const config = readVideoConfig(fourCc, record);
    if (config === undefined) return false;
    if (this.#video?.entry === fourCc && this.#video.record.equals(config.record)) return true;
    this.#video = config;
    this.#isInitNeeded = true;
    return true;
  }

  /** @returns false when it is not understood. */
  configureAudio(record: Buffer): boolean {
    const config = readAacConfig(record);
    if (config === undefined) return false;
    if (this.#audioConfig?.record.equals(config.record)) return true;
    this.#audioConfig = config;
    this.#isInitNeeded = true;
    return true;
  }

  pushVideo(frame: VideoFrame) {
    if (this.#video === undefined) return;
    const held = this.#held;
    if (held === undefined) {
      if (frame.isKey) this.#begin(frame);
      return;
    }
    const { time, late } = this.#place(frame, held);
    const duration = time - held.time;
    this.#makeRoom(held, duration);
    this.#addSample(held, duration);
    if (this.#isCut ? this.#isCut(frame.ms) : this.#isSegmentOver(time, duration, frame.isKey)) {
      this.#endSegment(time);
      if (this.#isInitNeeded && frame.isKey) this.#writeInit();
    } else if (this.#isPartOver(time, duration)) {
      this.#endPart(time);
    }
    this.#held = { ...frame, time, late };
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

  pushAudio(ms: number, bytes: Buffer) {
    if (this.#held !== undefined) this.#audio?.push(ms, bytes);
  }

  /** Ends the segment, because the feed ended or jumped. The next one begins at a key frame. */
  flush() {
    const held = this.#held;
    if (held === undefined) return;
    this.#makeRoom(held, lastFrameUnits);
    this.#addSample(held, lastFrameUnits);
    this.#endSegment(held.time + lastFrameUnits);
    this.#held = undefined;
  }

  /** Ends the segment after an error, without the frames that no part holds yet. */
  abandon() {
    this.#held = undefined;
    this.#samples = [];
    this.#endSegment(this.#partStart);
  }

  #begin(frame: VideoFrame) {
    const time = Math.round(frame.ms * perMs);
    this.#held = { ...frame, time, late: 0 };
    this.#segmentStart = time;
    this.#partStart = time;
    this.#writeInit();
  }

  #writeInit() {
    const [video, audio] = [this.#video as VideoConfig, this.#audioConfig];
    this.#isInitNeeded = false;
    this.#audio = audio && new AudioQueue(audio.sampleRate);
    const { codec, width, height } = video;
    const codecs = audio ? `${codec},${audio.codec}` : codec;
    this.#emit({ kind: 'init', bytes: initSegment(video, audio), codecs, width, height });
  }

  /** @param duration of the frame before, as the likely one of the next. */
  #isSegmentOver(time: number, duration: number, isKey: boolean): boolean {
    const seconds = (time - this.#segmentStart) / videoTimescale;
    if (isKey && (seconds >= shortestSegment || this.#isInitNeeded)) return true;
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
    const video = this.#video;
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

  #endPart(end: number) {
    const samples = this.#samples;
    if (samples.length === 0) return;
    this.#sequence += 1;
    const audio = this.#audio?.takeUntil(end / perMs);
    const bytes = fragment(this.#sequence, { decodeTime: this.#partStart, samples }, audio);
    const seconds = (end - this.#partStart) / videoTimescale;
    this.#samples = [];
    this.#partBytes = 0;
    this.#partStart = end;
    this.#hasParts = true;
    this.#emit({ kind: 'part', bytes, seconds, isIndependent: samples[0]?.isKey ?? false });
  }

  #endSegment(end: number) {
    this.#endPart(end);
    const seconds = (end - this.#segmentStart) / videoTimescale;
    const startMs = this.#segmentStart / perMs;
    this.#segmentStart = end;
    this.#segmentBytes = 0;
    if (!this.#hasParts) return;
    this.#hasParts = false;
    this.#target ??= targetOf(seconds);
    this.#emit({ kind: 'segment', startMs, seconds });
  }
}

/** The target duration of a stream whose first segment is so long: from 2 to 6 whole seconds. */
export function targetOf(firstSegmentSeconds: number): number {
  return Math.min(longestFirstSegment, Math.max(2, Math.round(firstSegmentSeconds)));
}
