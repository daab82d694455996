/** Measures a feed over the last ten seconds. */

import type { Health, KeyFrameProblem } from '../ingest.tables.ts';
import { printable } from '../printable.ts';
import type { AmfObject } from '../rtmp/amf0.ts';
import type { PacketLoss } from '../rtmp/publication.ts';

const windowMs = 10_000;
/** Texts of the encoder go into the database and onto pages. */
const maxTextLength = 80;

/** RTMP hides it. */
export const noLoss = { packetsLost: null, packetsMissing: null };

export class HealthMeter {
  #messages: Array<{ atMs: number; bytes: number; isFrame: boolean }> = [];
  #keyFrameMs: number[] = [];
  #declared: number | null = null;
  #encoder: string | null = null;
  #firstAtMs: number | undefined;
  /** When each came last. */
  #pictureAtMs: number | undefined;
  #soundAtMs: number | undefined;
  #keyFrameAtMs: number | undefined;
  refusedCodec: string | null = null;
  keyFrameProblem: KeyFrameProblem | null = null;
  hasAudio = false;
  /** Seconds by the clock of the encoder in a second of its media. */
  clockRate = 1;
  size: { width: number; height: number; codecs: string } | undefined;

  onMetadata(fields: AmfObject) {
    const { framerate, encoder } = fields;
    const isRate = typeof framerate === 'number' && framerate >= 1 && framerate <= 240;
    if (framerate !== undefined) this.#declared = isRate ? Math.round(framerate * 1000) / 1000 : null;
    // Metadata may come again, with less.
    if (typeof encoder === 'string')
      this.#encoder = printable(encoder).slice(0, maxTextLength) || this.#encoder;
  }

  onSound(atMs: number, bytes: number) {
    this.#firstAtMs ??= atMs;
    this.#soundAtMs = atMs;
    this.#messages.push({ atMs, bytes, isFrame: false });
  }

  /** @param key its place on the time of the stream, if it is a key frame. */
  onPicture(atMs: number, bytes: number, key: { placeMs: number } | undefined) {
    this.#firstAtMs ??= atMs;
    this.#pictureAtMs = atMs;
    this.#messages.push({ atMs, bytes, isFrame: true });
    if (key === undefined) return;
    this.#keyFrameAtMs = atMs;
    this.#keyFrameMs.push(key.placeMs);
    if (this.#keyFrameMs.length > 6) this.#keyFrameMs.shift();
  }

  get declaredFrameRate(): number | null {
    return this.#declared;
  }

  read(
    nowMs: number,
    of: { behindMs: number; jumps: number; reconnects: number; loss?: PacketLoss | undefined },
  ): Health {
    const since = (atMs: number | undefined) => (atMs === undefined ? null : round((nowMs - atMs) / 1000));
    const oldest = nowMs - windowMs;
    const from = this.#messages.findIndex(({ atMs }) => atMs >= oldest);
    this.#messages = from < 0 ? [] : this.#messages.slice(from);
    return {
      ...this.rates(nowMs, windowMs),
      declaredFramesPerSecond: this.#declared,
      keyFrameSeconds: this.#keyFrameSeconds(),
      behindSeconds: round(of.behindMs / 1000),
      jumps: of.jumps,
      reconnects: of.reconnects,
      ...(of.loss ?? noLoss),
      width: this.size?.width ?? null,
      height: this.size?.height ?? null,
      codecs: this.size?.codecs ?? null,
      hasAudio: this.hasAudio,
      encoder: this.#encoder,
      refusedCodec: this.refusedCodec,
      clockRate: Math.round(this.clockRate * 100) / 100,
      secondsSincePicture: since(this.#pictureAtMs),
      secondsSinceSound: since(this.#soundAtMs),
      // An encoder that has sent none is measured from its first message.
      secondsSinceKeyFrame: since(this.#keyFrameAtMs ?? this.#firstAtMs),
      keyFrameProblem: this.keyFrameProblem,
    };
  }

  /** @param lastMs at most ten seconds. */
  rates(nowMs: number, lastMs: number): { bitsPerSecond: number; framesPerSecond: number } {
    const messages = this.#messages.filter(({ atMs }) => atMs >= nowMs - lastMs);
    const seconds = Math.max(1, Math.min(lastMs, nowMs - (this.#firstAtMs ?? nowMs)) / 1000);
    const bytes = messages.reduce((sum, message) => sum + message.bytes, 0);
    const frames = messages.filter(({ isFrame }) => isFrame).length;
    return { bitsPerSecond: Math.round((bytes * 8) / seconds), framesPerSecond: round(frames / seconds) };
  }

  #keyFrameSeconds(): number | null {
    const [first, last] = [this.#keyFrameMs[0], this.#keyFrameMs.at(-1)];
    const gaps = this.#keyFrameMs.length - 1;
    return first === undefined || last === undefined || gaps < 1 ? null : round((last - first) / gaps / 1000);
  }
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
