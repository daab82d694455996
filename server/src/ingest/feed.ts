/** The media of one encoder, from its messages to the packager, on the time of the stream. */
import { attempt } from './attempt.ts';
import { codecName } from './codec-names.ts';
import type { HealthMeter } from './health/health-meter.ts';
import type { Ladder } from './ladder/ladder.ts';
import { type AacConfig, readAacConfig } from './packager/aac.ts';
import { MediaClock } from './packager/media-clock.ts';
import { Packager, type PackagerEvent } from './packager/packager.ts';
import { readVideoConfig } from './packager/read-video-config.ts';
import { ReadablePictures } from './packager/slices/readable-pictures.ts';
import { Timeline } from './packager/timeline.ts';
import type { VideoFourCc } from './packager/video-config.ts';
import type { AmfObject } from './rtmp/amf0.ts';
import { readAudioTag, readVideoTag } from './rtmp/flv-tags.ts';
import { messageType, type RtmpMessage } from './rtmp/rtmp-chunks.ts';

export interface FeedOptions {
  meter: HealthMeter;
  /** Seconds, if the stream has begun before. */
  target: number | undefined;
  /** Of the sound that viewers heard last: silence is of the same format. */
  audio?: AacConfig | undefined;
  emit: (event: PackagerEvent) => void;
  /** The time of the stream by the wall clock, in milliseconds. */
  wallMs: () => number;
  /** Until when the stream is filled. */
  filledMs: () => number;
  /** What smaller pictures are made of: H.264 and AAC, after they were packaged. */
  ladder?: Ladder | undefined;
  /** Sound without a picture. */
  onLoneSound?: (sound: LoneSound) => void;
  /** The feed is this much faster than the clock, after each message. */
  onAhead?: (aheadMs: number) => void;
  /** Something has failed in it: this feed is over. */
  onFailure?: (error: unknown) => void;
}

export interface LoneSound {
  timestamp: number;
  bytes: Buffer;
  /** Its configuration. */
  record: Buffer;
}

/** Sound that comes before its picture waits for no longer. */
const longestLeadMs = 3_000;

export class Feed {
  readonly #options: FeedOptions;
  readonly #packager: Packager;
  #timeline: Timeline | undefined;
  readonly #clock = new MediaClock();
  /** Of timelines before this one. */
  #jumps = 0;
  #audio: AacConfig | undefined;
  /** What came before the first picture. */
  #early: Array<{ timestamp: number; bytes: Buffer; wallMs: number }> = [];
  /** The codec of the last configuration that was understood. */
  #fourCc: VideoFourCc | undefined;
  readonly #pictures = new ReadablePictures();
  #isOver = false;
  lastFrameWallMs: number | undefined;

  constructor(options: FeedOptions) {
    this.#options = options;
    this.#packager = new Packager(options.emit, { target: options.target, audio: options.audio });
  }

  /** How far the encoder is behind the wall clock; negative when it sends faster than it films. */
  get behindMs(): number {
    return this.#timeline ? this.#options.wallMs() - this.#timeline.latestMs : 0;
  }

  /** The time of its newest picture; undefined before the first one. */
  get pictureMs(): number | undefined {
    return this.#timeline?.latestMs;
  }

  get jumps(): number {
    return this.#jumps + (this.#timeline?.jumps ?? 0);
  }

  /** Never throws. */
  onMetadata(fields: AmfObject) {
    this.#attempt(() => this.#options.meter.onMetadata(fields));
  }

  /** Never throws. */
  onMedia({ type, timestamp, payload }: RtmpMessage) {
    this.#attempt(() => {
      if (type === messageType.video) this.#onVideo(timestamp, payload);
      else this.#onAudio(timestamp, payload);
      this.#options.onAhead?.(-this.behindMs);
    });
  }

  /** The feed was silent, and something else has filled the stream meanwhile. Never throws. */
  interrupt() {
    this.#attempt(() => this.#packager.flush());
    this.#jumps = this.jumps;
    this.#timeline = undefined;
    this.#early = [];
  }

  #attempt(act: () => void) {
    if (this.#isOver) return;
    attempt(act, (error) => this.#fail(error));
  }

  #fail(error: unknown) {
    this.#isOver = true;
    // What comes next must not be added to a segment of this feed. The first error says why.
    attempt(
      () => this.#packager.abandon(),
      () => {},
    );
    this.#options.onFailure?.(error);
  }

  #onVideo(timestamp: number, payload: Buffer) {
    const { meter, wallMs, ladder } = this.#options;
    const tag = readVideoTag(payload);
    if (tag.kind === 'unsupported') meter.refusedCodec = tag.codec;
    if (tag.kind === 'config') {
      const isTaken = this.#packager.configureVideo(tag.record, tag.fourCc);
      if (isTaken && tag.fourCc === 'avc1') ladder?.onVideoConfig(payload);
      const config = isTaken && readVideoConfig(tag.fourCc, tag.record);
      if (config) this.#pictures.configure(config);
      if (isTaken) this.#fourCc = tag.fourCc;
      else meter.refusedCodec = `this kind of ${codecName(tag.fourCc)}`;
    }
    // Frames without a configuration would break every player.
    if (tag.kind !== 'frame' || tag.fourCc !== this.#fourCc) return;
    this.lastFrameWallMs = wallMs();
    const timeline = this.#timeline ?? (tag.isKey ? this.#begin() : undefined);
    // Until a key frame comes, nobody can decode what comes.
    if (timeline === undefined) return meter.onPicture(this.lastFrameWallMs, payload.length, undefined);
    if (this.#audio === undefined && meter.declaredFrameRate !== null)
      this.#measure(timeline, { timestamp, nominalMs: 1000 / meter.declaredFrameRate, isDeclared: true });
    const ms = timeline.place('video', timestamp, this.lastFrameWallMs);
    meter.onPicture(this.lastFrameWallMs, payload.length, tag.isKey ? { placeMs: ms } : undefined);
    const frame = { ...tag, ms };
    if (!this.#pictures.take(frame)) return;
    this.#packager.pushVideo(frame);
    meter.keyFrameProblem = this.#packager.keyFrameProblem;
    if (tag.fourCc === 'avc1') ladder?.onVideo({ type: messageType.video, ms, body: payload }, tag);
    for (const early of this.#early.splice(0)) this.#placeSound(timeline, early);
  }

  #onAudio(timestamp: number, payload: Buffer) {
    const { meter, wallMs, ladder, onLoneSound } = this.#options;
    const tag = readAudioTag(payload);
    if (tag.kind === 'unsupported') meter.refusedCodec = tag.codec;
    if (tag.kind === 'config') {
      meter.hasAudio = this.#packager.configureAudio(tag.record);
      const before = this.#audio;
      this.#audio = readAacConfig(tag.record);
      // Sound of another configuration, which waits for its picture, has no place any more.
      if (before && !this.#audio?.record.equals(before.record)) this.#early = [];
      if (this.#audio) ladder?.onAudioConfig(this.#audio);
    }
    // Frames without a configuration say nothing.
    if (tag.kind !== 'frame' || this.#audio === undefined) return;
    const sound = { timestamp, bytes: tag.bytes, wallMs: wallMs() };
    meter.onSound(sound.wallMs, payload.length);
    if (this.#timeline) return this.#placeSound(this.#timeline, sound);
    this.#early.push(sound);
    while (sound.wallMs - (this.#early[0]?.wallMs ?? 0) > longestLeadMs) this.#early.shift();
    onLoneSound?.({ timestamp, bytes: tag.bytes, record: this.#audio.record });
  }

  /** The picture is the first to have a place: viewers wait for it. */
  #begin(): Timeline {
    const { wallMs, filledMs } = this.#options;
    this.#timeline = new Timeline(Math.max(wallMs(), filledMs()));
    return this.#timeline;
  }

  #placeSound(
    timeline: Timeline,
    { timestamp, bytes, wallMs }: { timestamp: number; bytes: Buffer; wallMs: number },
  ) {
    const { frameSamples, sampleRate } = this.#audio as AacConfig;
    const nominalMs = (frameSamples * 1000) / sampleRate;
    this.#measure(timeline, { timestamp, nominalMs, isDeclared: false });
    const ms = timeline.place('audio', timestamp, wallMs);
    this.#packager.pushAudio(ms, bytes);
    this.#options.ladder?.onSound(ms, bytes);
  }

  #measure(
    timeline: Timeline,
    { timestamp, ...frame }: { timestamp: number; nominalMs: number; isDeclared: boolean },
  ) {
    this.#clock.add(timestamp, { ...frame, wallMs: this.#options.wallMs() });
    timeline.rate = this.#clock.rate;
    this.#options.meter.clockRate = 1 / this.#clock.rate;
  }
}
