/** Measures a feed over the last ten seconds. */

import type { Health } from '../ingest.tables.ts';
import type { AmfObject } from '../rtmp/amf0.ts';

const windowMs = 10_000;
/** Texts of the encoder go into the database and onto pages. */
const maxTextLength = 80;

export class HealthMeter {
  #messages: Array<{ atMs: number; bytes: number; isFrame: boolean }> = [];
  #keyFrameMs: number[] = [];
  #declared: number | null = null;
  #encoder: string | null = null;
  #firstAtMs: number | undefined;
  refusedCodec: string | null = null;
  hasAudio = false;
  size: { width: number; height: number; codecs: string } | undefined;

  onMetadata(fields: AmfObject) {
    const { framerate, encoder } = fields;
    const isRate = typeof framerate === 'number' && framerate >= 1 && framerate <= 240;
    this.#declared = isRate ? Math.round(framerate * 1000) / 1000 : null;
    this.#encoder = typeof encoder === 'string' ? printable(encoder).slice(0, maxTextLength) || null : null;
  }

  onMedia(atMs: number, bytes: number) {
    this.#firstAtMs ??= atMs;
    this.#messages.push({ atMs, bytes, isFrame: false });
  }

  onFrame(atMs: number, bytes: number, key: { placeMs: number } | undefined) {
    this.#firstAtMs ??= atMs;
    this.#messages.push({ atMs, bytes, isFrame: true });
    if (key === undefined) return;
    this.#keyFrameMs.push(key.placeMs);
    if (this.#keyFrameMs.length > 6) this.#keyFrameMs.shift();
  }

  get declaredFrameRate(): number | null {
    return this.#declared;
  }

  read(nowMs: number, of: { behindMs: number; jumps: number; reconnects: number }): Health {
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
      width: this.size?.width ?? null,
      height: this.size?.height ?? null,
      codecs: this.size?.codecs ?? null,
      hasAudio: this.hasAudio,
      encoder: this.#encoder,
      refusedCodec: this.refusedCodec,
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

/** No control characters and no changes of direction. */
function printable(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}]/gu, '').trim();
}
