/** The media of one encoder, from its messages to the packager, on the time of the stream. */
import { attempt } from './attempt.ts';
import { codecName } from './codec-names.ts';
import type { HealthMeter } from './health/health-meter.ts';
import type { Ladder } from './ladder/ladder.ts';
import { Packager, type PackagerEvent } from './packager/packager.ts';
import { Timeline } from './packager/timeline.ts';
import type { VideoFourCc } from './packager/video-config.ts';
import type { AmfObject } from './rtmp/amf0.ts';
import { readAudioTag, readVideoTag } from './rtmp/flv-tags.ts';
import { messageType, type RtmpMessage } from './rtmp/rtmp-chunks.ts';

export interface FeedOptions {
  meter: HealthMeter;
  /** Seconds, if the stream has begun before. */
  target: number | undefined;
  emit: (event: PackagerEvent) => void;
  /** The time of the stream by the wall clock, in milliseconds. */
  wallMs: () => number;
  /** Until when the stream is filled. */
  filledMs: () => number;
  /** What smaller pictures are made of: H.264 and AAC, after they were packaged. */
  ladder?: Ladder | undefined;
  /** The feed is this much faster than the clock, after each message. */
  onAhead?: (aheadMs: number) => void;
  /** Something has failed in it: this feed is over. */
  onFailure?: (error: unknown) => void;
}

export class Feed {
  readonly #options: FeedOptions;
  readonly #packager: Packager;
  #timeline: Timeline | undefined;
  /** Of timelines before this one. */
  #jumps = 0;
  /** The codec of the last configuration that was understood. */
  #fourCc: VideoFourCc | undefined;
  #isOver = false;
  lastFrameWallMs: number | undefined;

  constructor(options: FeedOptions) {
    this.#options = options;
    this.#packager = new Packager(options.emit, options.target);
  }

  /** How far the encoder is behind the wall clock; negative when it sends faster than it films. */
  get behindMs(): number {
    return this.#timeline ? this.#options.wallMs() - this.#timeline.latestMs : 0;
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
      if (isTaken && tag.fourCc === 'avc1') ladder?.onConfig(messageType.video, payload);
      if (isTaken) this.#fourCc = tag.fourCc;
      else meter.refusedCodec = `this kind of ${codecName(tag.fourCc)}`;
    }
    // Frames without a configuration would break every player.
    if (tag.kind !== 'frame' || tag.fourCc !== this.#fourCc) return;
    const ms = this.#place(timestamp);
    this.lastFrameWallMs = wallMs();
    meter.onFrame(this.lastFrameWallMs, payload.length, tag.isKey ? { placeMs: ms } : undefined);
    this.#packager.pushVideo({ ...tag, ms });
    if (tag.fourCc === 'avc1') ladder?.onMedia({ type: messageType.video, ms, body: payload }, tag);
  }

  #onAudio(timestamp: number, payload: Buffer) {
    const { meter, wallMs, ladder } = this.#options;
    const tag = readAudioTag(payload);
    if (tag.kind === 'unsupported') meter.refusedCodec = tag.codec;
    if (tag.kind === 'config') {
      meter.hasAudio = this.#packager.configureAudio(tag.record);
      ladder?.onConfig(messageType.audio, payload);
    }
    if (tag.kind !== 'frame') return;
    const ms = this.#place(timestamp);
    meter.onMedia(wallMs(), payload.length);
    this.#packager.pushAudio(ms, tag.bytes);
    ladder?.onMedia({ type: messageType.audio, ms, body: payload }, undefined);
  }

  #place(timestamp: number): number {
    const { wallMs, filledMs } = this.#options;
    this.#timeline ??= new Timeline(Math.max(wallMs(), filledMs()));
    const { ms, isJump } = this.#timeline.place(timestamp, wallMs());
    if (isJump) this.#packager.flush();
    return ms;
  }
}
