/**
 * What a live video lists, newest last, and what of it is in memory: the segments of the last minutes and the parts of the
 * one that grows. Older segments stay listed, back to the start of the DVR window, while the recording has them.
 */
import { createHash } from 'node:crypto';
import type { MediaFile } from '../media-reply.ts';
import { type Pictures, readPictures, readVideoTrack } from './key-frame.ts';
import type { InitFacts } from './master-playlist.ts';
import { liveWindowSegments, longestAddressLifeSeconds } from './timeline.ts';

export interface LivePart {
  name: string;
  seconds: number;
  isIndependent: boolean;
  bytes: Buffer;
  appearedMs: number;
}

/** A segment that viewers may load, from memory or from the recording. */
export interface ListedSegment {
  msn: number;
  name: string;
  seconds: number;
  /** Milliseconds since the first frame of the stream. */
  startMs: number;
  init: InitFacts;
  /** The encoder, or what it sends, is another one than before. */
  isDiscontinuity: boolean;
  /** In bytes. */
  size: number;
  pictures: Pictures | undefined;
}

export interface LiveSegment extends ListedSegment {
  parts: LivePart[];
  bytes: Buffer;
  appearedMs: number;
}

interface OpenSegment {
  init: InitFacts;
  isDiscontinuity: boolean;
  parts: LivePart[];
}

/** `writing`: it may still get there. */
export type RecordingState = 'kept' | 'writing' | 'lost';

export interface LiveWindowOptions {
  /** Of the first segment that comes: higher than any number that players may have seen of this stream. */
  firstNumber: number;
  /** What an earlier run has recorded, to be listed before it. */
  recorded: ReadonlyArray<Omit<ListedSegment, 'msn'>>;
  /** How far viewers can go back. */
  dvrSeconds: number;
  /** What has become of a segment in the recording; asked when it leaves the memory. */
  recordingOf(name: string): RecordingState;
  /** Discontinuities before all that is listed; without it, there is room for one at each number. */
  firstDiscontinuity?: number;
}

export class LiveWindow {
  readonly #options: LiveWindowOptions;
  readonly listed: ListedSegment[];
  open: OpenSegment | undefined;
  /** Of the segment that grows or comes next. */
  nextMsn: number;
  /** Discontinuities before the first listed segment. */
  discontinuitySequence: number;
  generation = 0;
  target: number | undefined;
  /** Every segment so far has begun with a key frame. */
  isIndependent = true;
  /** Whole segments in memory, oldest first. */
  #held: LiveSegment[] = [];
  /** How many of the listed segments have left the part of the list that only memory vouches for. */
  #fromRecording: number;
  #listedSeconds = 0;
  readonly #names: Set<string>;
  readonly #inits = new Map<string, { file: MediaFile; videoTrack: number | undefined }>();

  constructor(options: LiveWindowOptions) {
    this.#options = options;
    const { firstNumber, recorded } = options;
    this.nextMsn = firstNumber;
    this.discontinuitySequence = options.firstDiscontinuity ?? firstNumber - recorded.length;
    this.listed = recorded.map((segment, index) => ({
      ...segment,
      msn: firstNumber - recorded.length + index,
    }));
    this.#fromRecording = this.listed.length;
    this.#names = new Set(this.listed.map(({ name }) => name));
    for (const { seconds, pictures } of this.listed) {
      this.#listedSeconds += seconds;
      if (pictures?.keyFrame === undefined) this.isIndependent = false;
    }
    this.#trim();
  }

  get first(): number {
    return this.nextMsn - this.listed.length;
  }

  /** Discontinuities before the segment that grows. */
  get discontinuities(): number {
    return this.discontinuitySequence + this.listed.filter(({ isDiscontinuity }) => isDiscontinuity).length;
  }

  /** Whether a segment of this run is whole. */
  get hasBegun(): boolean {
    return this.nextMsn > this.#options.firstNumber;
  }

  addInit(name: string, bytes: Buffer) {
    this.#inits.set(name, { file: fileOf(name, bytes), videoTrack: readVideoTrack(bytes) });
  }

  init(name: string): MediaFile | undefined {
    return this.#inits.get(name)?.file;
  }

  addPart(part: Omit<LivePart, 'name'>, of: Omit<OpenSegment, 'parts'>) {
    this.open ??= { ...of, parts: [] };
    if (this.open.parts.length === 0 && !part.isIndependent) this.isIndependent = false;
    this.open.parts.push({ ...part, name: this.nextPartName() });
  }

  /** The name of the part that comes next. */
  nextPartName(): string {
    return `${this.generation}-${this.nextMsn}-${this.open?.parts.length ?? 0}`;
  }

  closeSegment(times: { startMs: number; seconds: number; nowMs: number }): LiveSegment | undefined {
    const { open } = this;
    if (open === undefined) return undefined;
    this.open = undefined;
    const { startMs, seconds, nowMs } = times;
    const bytes = Buffer.concat(open.parts.map((part) => part.bytes));
    let at = 0;
    const parts = open.parts.map((part) => {
      const start = at;
      at += part.bytes.length;
      return { ...part, bytes: bytes.subarray(start, at) };
    });
    const msn = this.nextMsn;
    const name = `${this.generation}-${msn}`;
    const track = this.#inits.get(open.init.name)?.videoTrack;
    const pictures = track === undefined ? undefined : readPictures(bytes, track);
    const { init, isDiscontinuity } = open;
    const listed = { msn, name, seconds, startMs, init, isDiscontinuity, size: bytes.length, pictures };
    const segment = { ...listed, parts, bytes, appearedMs: nowMs };
    this.#held.push(segment);
    this.listed.push(listed);
    this.#names.add(name);
    this.#listedSeconds += seconds;
    this.nextMsn += 1;
    this.#forget(nowMs);
    this.#trim();
    return segment;
  }

  /** The parts of a listed segment that is still in memory. */
  partsOf(msn: number): readonly LivePart[] {
    return this.#held.find((segment) => segment.msn === msn)?.parts ?? [];
  }

  /** Whether players may ask for this segment: it is listed, or was until shortly. */
  knows(name: string): boolean {
    return this.#names.has(name) || this.#held.some((segment) => segment.name === name);
  }

  /** A segment, or a part, that is in memory. */
  file(name: string): MediaFile | undefined {
    const segmentName = name.split('-').slice(0, 2).join('-');
    const segment = this.#held.find((known) => known.name === segmentName);
    if (segment?.name === name) return fileOf(name, segment.bytes);
    const part = (segment ?? this.open)?.parts.find((known) => known.name === name);
    return part && fileOf(name, part.bytes);
  }

  /** Takes from the start of the list what is too old, and what neither memory nor recording will have. */
  #trim() {
    const { recordingOf, dvrSeconds } = this.#options;
    const inMemory = liveWindowSegments(this.target ?? 2);
    const oldestHeld = this.#held[0]?.msn ?? 0;
    for (;;) {
      const leaving = this.listed[this.#fromRecording];
      const isLong = this.listed.length - this.#fromRecording > inMemory;
      const isHeld = leaving !== undefined && leaving.msn >= oldestHeld;
      if (leaving === undefined || (isHeld && !isLong)) break;
      const state = recordingOf(leaving.name);
      if (isHeld && state === 'writing') break;
      this.#fromRecording += 1;
      if (state !== 'kept') this.#dropFirst(this.#fromRecording);
    }
    while (this.#fromRecording > 0 && this.#listedSeconds > dvrSeconds) this.#dropFirst(1);
  }

  #dropFirst(count: number) {
    for (const { name, seconds, isDiscontinuity } of this.listed.splice(0, count)) {
      if (isDiscontinuity) this.discontinuitySequence += 1;
      this.#names.delete(name);
      this.#listedSeconds -= seconds;
    }
    this.#fromRecording -= count;
  }

  /** No address opens a segment or its parts for longer, unless the recording has it. */
  #forget(nowMs: number) {
    const deadMs = nowMs - longestAddressLifeSeconds * 1000;
    while (this.#held[0] && this.#held[0].appearedMs < deadMs) this.#held.shift();
    const used = new Set(this.#held.map(({ init }) => init.name));
    const newest = [...this.#inits.keys()].at(-1);
    for (const name of this.#inits.keys()) if (!used.has(name) && name !== newest) this.#inits.delete(name);
  }
}

function fileOf(name: string, bytes: Buffer): MediaFile {
  return { bytes, type: 'video/mp4', etag: `"${etagOf(name, bytes)}"` };
}

/** A name never gets other bytes; the length is only for the case of two streams with equal names. */
function etagOf(name: string, bytes: Buffer): string {
  return `${name}-${createHash('sha1').update(bytes.subarray(0, 4096)).digest('hex').slice(0, 8)}`;
}
