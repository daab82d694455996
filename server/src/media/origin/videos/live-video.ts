/**
 * A live video at the origin: a packager adds to it, viewers read it. A playlist may wait for a part, and so may the
 * part that a playlist hints at. What has left the memory is read from the recording by the owner of this video.
 */
import type { MediaFile } from '../../media-reply.ts';
import { type ListedSegment, type LiveSegment, LiveWindow, type RecordingState } from '../live-window.ts';
import { liveKeyFrames, lowLatencyPlaylist } from '../low-latency-playlist.ts';
import { type InitFacts, masterPlaylist, measureRung, type Rung } from '../master-playlist.ts';
import { deltaText, playlistText } from '../media-playlist.ts';
import {
  aheadSegments,
  type OriginVideo,
  type PlaylistRequest,
  type PlaylistWait,
  WaitRefused,
} from '../origin-video.ts';
import type { SegmentSigner } from '../segment-path.ts';
import { longestAddressLifeSeconds } from '../timeline.ts';

/** The rung of a feed that is not transcoded. */
const sourceRung = 'source';
/** A viewer who is there before the first segment waits for it. */
const firstSegmentLimitMs = 6_000;
const hintLimitMs = 3_000;

export interface LiveVideoOptions {
  videoId: string;
  /** When the first frame came, in milliseconds since 1970. */
  epochMs: number;
  partTarget: number;
  /** Of the first segment that comes: higher than any number that players may have seen of this stream. */
  firstNumber: number;
  /** What an earlier run of this stream has recorded of the time that viewers can go back to. */
  recorded: ReadonlyArray<Omit<ListedSegment, 'msn'>>;
  /** How far viewers can go back. */
  dvrSeconds: number;
  /** What has become of a segment in the recording. */
  recordingOf(name: string): RecordingState;
  /** Seconds, if the stream has begun before. */
  target: number | undefined;
  targetOf: (firstSegmentSeconds: number) => number;
  /** Milliseconds since 1970, and milliseconds that never step. */
  now(): number;
  steady(): number;
  /** Of a ladder: which one, and how many discontinuities the source had before it. */
  rung?: string;
  firstDiscontinuity?: number;
  /** Grows with each beginning, so that no name gets other bytes. */
  firstInit?: number;
}

/** RFC 8216bis, 6.2.5.2: so far ahead a player may ask for a part. */
const aheadSeconds = 3;
/** The clock of the database is measured to less than this. */
const toleratedStepMs = 2_000;
/** The next minutes may be fatter than the last ones. */
const bandwidthMargin = 1.1;

export class LiveVideo implements OriginVideo {
  readonly #options: LiveVideoOptions;
  readonly #rungName: string;
  readonly #window: LiveWindow;
  /** Until when on the steady clock, and by the date that is signed. */
  readonly #addresses = new Map<string, { address: string; deadMs: number; signedMs: number }>();
  readonly #waiting = new Set<() => void>();
  #init: InitFacts | undefined;
  #initCount = 0;
  #isDiscontinuity = false;
  #isOver = false;
  /** The playlists of this moment. */
  readonly #texts = new Map<string, string>();
  #isReleased = false;

  constructor(options: LiveVideoOptions) {
    this.#options = options;
    this.#window = new LiveWindow(options);
    this.#rungName = options.rung ?? sourceRung;
    this.#initCount = options.firstInit ?? 0;
    this.#window.target = options.target;
  }

  get target(): number | undefined {
    return this.#window.target;
  }

  /** Where the next segment stands. */
  get edge(): { nextMsn: number; discontinuities: number } {
    const { nextMsn, discontinuities } = this.#window;
    return { nextMsn, discontinuities };
  }

  /** Grows with each encoder. */
  set generation(generation: number) {
    this.#window.generation = generation;
    // They hint at a part by its name.
    this.#texts.clear();
  }

  /** A feed begins or changes, or the slate does: what comes does not follow what was. */
  addInit({ bytes, ...facts }: Omit<InitFacts, 'name'> & { bytes: Buffer }): string {
    this.#initCount += 1;
    const name = `init-${this.#window.generation * 1000 + this.#initCount}`;
    const { codecs, width, height, range } = facts;
    this.#init = { name, codecs, width, height, ...(range && { range }) };
    if (this.#window.listed.length > 0) this.#isDiscontinuity = true;
    this.#window.addInit(name, bytes);
    return name;
  }

  addPart(part: { bytes: Buffer; seconds: number; isIndependent: boolean }) {
    if (this.#init === undefined) throw new Error('A part came before its initialization segment');
    const segment = { init: this.#init, isDiscontinuity: this.#isDiscontinuity };
    this.#window.addPart({ ...part, appearedMs: this.#options.steady() }, segment);
    this.#changed();
  }

  endSegment(times: { startMs: number; seconds: number }): LiveSegment | undefined {
    this.#window.target ??= this.#options.targetOf(times.seconds);
    const segment = this.#window.closeSegment({ ...times, nowMs: this.#options.steady() });
    this.#isDiscontinuity = false;
    this.#changed();
    return segment;
  }

  /** No more comes. */
  end() {
    this.#isOver = true;
    this.#changed();
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  /** Another server goes on with it. Requests that wait here are answered. */
  release() {
    this.#isReleased = true;
    for (const check of [...this.#waiting]) check();
  }

  get isReleased(): boolean {
    return this.#isReleased;
  }

  async masterPlaylist(): Promise<string | undefined> {
    const target = await this.#begun();
    return target === undefined ? undefined : this.#text('master', () => this.#master(target));
  }

  async mediaPlaylist(name: string, request: PlaylistRequest): Promise<string | undefined> {
    if (name !== this.#rungName) return undefined;
    const target = await this.#begun();
    if (target === undefined) return undefined;
    const { wait, kind, isDelta, signSegment } = request;
    if (wait && !this.#isOver) {
      if (this.#isTooFarAhead(wait)) throw new WaitRefused();
      await this.#until(() => this.#has(wait), 3_000 * target);
    }
    const delta = isDelta && !this.#isOver;
    return this.#text(`${kind} ${delta ? 'delta' : 'whole'}`, () => {
      const playlist = { media: lowLatencyPlaylist, 'key-frames': liveKeyFrames }[kind];
      const made = playlist(this.#window, this.#facts(target, signSegment));
      return delta ? deltaText(made, target) : playlistText(made);
    });
  }

  init(name: string, file: string): MediaFile | undefined {
    return name === this.#rungName ? this.#window.init(file) : undefined;
  }

  /** Whether players may ask for this whole segment, here or in the recording. */
  lists(name: string, file: string): boolean {
    return name === this.#rungName && this.#window.knows(file);
  }

  segment(name: string, file: string): MediaFile | undefined | Promise<MediaFile | undefined> {
    if (name !== this.#rungName) return undefined;
    const known = this.#window.file(file);
    if (known !== undefined || file !== this.#window.nextPartName()) return known;
    // The hinted part: at the end of a segment it never comes, because the next part has another name.
    return this.#until(() => file !== this.#window.nextPartName(), hintLimitMs).then(() =>
      this.#window.file(file),
    );
  }

  /** @returns the target duration, when there is something to play. */
  async #begun(): Promise<number | undefined> {
    await this.#until(() => this.#window.hasBegun, firstSegmentLimitMs);
    return this.#window.hasBegun ? this.#window.target : undefined;
  }

  /** RFC 8216bis, 6.2.5.2: also when the segment has ended with fewer parts, which means the first part of the next. */
  #has({ msn, part }: PlaylistWait): boolean {
    const { nextMsn, open } = this.#window;
    if (this.#isOver || msn < nextMsn - 1) return true;
    const grown = open?.parts.length ?? 0;
    if (msn === nextMsn) return part !== undefined && part < grown;
    if (msn > nextMsn || part === undefined) return msn < nextMsn;
    return part < this.#window.partsOf(msn).length || grown > 0;
  }

  #isTooFarAhead({ msn, part = 0 }: PlaylistWait): boolean {
    const { nextMsn, open } = this.#window;
    if (msn >= nextMsn + aheadSegments) return true;
    const newestPart = (open?.parts.length ?? 0) - 1;
    const most = Math.ceil(aheadSeconds / this.#options.partTarget);
    return msn === nextMsn && part > newestPart + most;
  }

  #text(name: string, make: () => string): string {
    const text = this.#texts.get(name) ?? make();
    this.#texts.set(name, text);
    return text;
  }

  #facts(target: number, signSegment: SegmentSigner) {
    const { epochMs, partTarget, steady } = this.#options;
    const nowMs = steady();
    for (const [name, { deadMs }] of this.#addresses) if (deadMs < nowMs) this.#addresses.delete(name);
    const addressOf = ({ name, appearedMs }: { name: string; appearedMs: number }) =>
      this.#addressOf(name, appearedMs, signSegment);
    return { target, epochMs, partTarget, isOver: this.#isOver, addressOf, nowMs };
  }

  #addressOf(name: string, appearedMs: number, signSegment: SegmentSigner): string {
    const { videoId, now, steady } = this.#options;
    const known = this.#addresses.get(name);
    const deadMs = known?.deadMs ?? appearedMs + longestAddressLifeSeconds * 1000;
    const signedMs = now() + deadMs - steady();
    // Once the date was set, what was signed by the old one may be dead.
    if (known !== undefined && Math.abs(known.signedMs - signedMs) < toleratedStepMs) return known.address;
    const address = signSegment({ videoId, rung: this.#rungName, name }, new Date(signedMs));
    this.#addresses.set(name, { address, deadMs, signedMs });
    return address;
  }

  #master(target: number): string {
    const measured = measureRung(this.#rungName, this.#window.listed, target);
    const withMargin = <T extends Pick<Rung, 'bandwidth'>>(rates: T): T => ({
      ...rates,
      bandwidth: Math.ceil(rates.bandwidth * bandwidthMargin),
    });
    const { keyFrames } = measured;
    const rungs = [{ ...withMargin(measured), keyFrames: keyFrames && withMargin(keyFrames) }];
    // Nobody knows whether what comes will begin with key frames.
    return masterPlaylist(rungs, { mode: 'live', isIndependent: false });
  }

  #changed() {
    this.#texts.clear();
    for (const check of [...this.#waiting]) check();
  }

  #until(isTrue: () => boolean, limitMs: number): Promise<void> {
    if (isTrue() || this.#isReleased) return Promise.resolve();
    return new Promise((resolve) => {
      const done = () => {
        clearTimeout(timer);
        this.#waiting.delete(check);
        resolve();
      };
      const check = () => {
        if (isTrue() || this.#isReleased) done();
      };
      const timer = setTimeout(done, limitMs);
      this.#waiting.add(check);
    });
  }
}
