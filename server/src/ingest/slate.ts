/**
 * What viewers see while the feed is lost: two seconds from a file, over and over. It runs in real time through a packager
 * of its own, so that for players it is a feed like any other.
 */
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { attempt } from './attempt.ts';
import type { LoneSound } from './feed.ts';
import { FlvReader, type FlvTag } from './ffmpeg/flv.ts';
import type { Packager, VideoFrame } from './packager/packager.ts';
import { Timeline } from './packager/timeline.ts';
import { readVideoTag } from './rtmp/flv-tags.ts';

const file = fileURLToPath(new URL('../../assets/slate/slate.flv', import.meta.url));
const loopMs = 2_000;
/** Seldom enough to cost nothing, often enough for a part each time. */
const tickMs = 160;

/** It runs behind the clock, so that it has not filled the time at which a feed comes back: times never overlap. */
const behindMs = 200;

let loaded: Promise<FlvTag[]> | undefined;

/** Its pictures; silence comes from the packager. */
function loadSlate(): Promise<FlvTag[]> {
  loaded ??= readFile(file).then((bytes) => new FlvReader().push(bytes).filter(({ type }) => type === 9));
  return loaded;
}

export interface SlateOptions {
  packager: Packager;
  /** The time of the stream at which it begins. */
  startMs: number;
  /** The time of the stream now. */
  wallMs: () => number;
}

/** The slate of one broadcast. */
export class Slate {
  readonly #onError: (error: unknown) => void;
  /** The one that is wanted, also while its file is read. */
  #wanted: SlateOptions | undefined;
  #end: (() => void) | undefined;
  /** Of the sound that goes on. */
  #sound: Timeline | undefined;

  constructor(onError: (error: unknown) => void) {
    this.#onError = onError;
  }

  /** Goes on with the one that is shown. */
  show(options: SlateOptions) {
    if (this.#wanted !== undefined) return;
    this.#wanted = options;
    void startSlate(options, this.#onError).then((end) => {
      // The feed came back while the slate was read.
      if (this.#wanted !== options) end();
      else this.#end = end;
    }, this.#onError);
  }

  /** The picture is lost, and its encoder is still heard: viewers go on hearing it. */
  onSound({ timestamp, bytes, record }: LoneSound) {
    if (this.#wanted === undefined) return;
    const { packager, wallMs } = this.#wanted;
    this.#sound ??= new Timeline(wallMs() - behindMs);
    packager.configureAudio(record);
    packager.pushAudio(this.#sound.place('audio', timestamp, wallMs()), bytes);
  }

  stop() {
    this.#wanted = undefined;
    this.#sound = undefined;
    this.#end?.();
    this.#end = undefined;
  }
}

/** @param onError then it has ended. @returns a function that ends it, and never throws. */
async function startSlate(
  { packager, startMs, wallMs }: SlateOptions,
  onError: (error: unknown) => void,
): Promise<() => void> {
  const frames: VideoFrame[] = [];
  for (const { ms, body } of await loadSlate()) {
    const tag = readVideoTag(body);
    if (tag.kind === 'config') packager.configureVideo(tag.record);
    if (tag.kind === 'frame' && ms < loopMs) frames.push({ ...tag, ms });
  }
  let [round, index] = [0, 0];
  const fill = () => {
    for (;;) {
      const frame = frames[index];
      if (frame === undefined) return;
      const ms = startMs + round * loopMs + frame.ms;
      if (ms > wallMs() - behindMs) return;
      packager.pushVideo({ ...frame, ms });
      index += 1;
      if (index < frames.length) continue;
      index = 0;
      round += 1;
    }
  };
  fill();
  const fail = (error: unknown) => {
    clearInterval(timer);
    onError(error);
  };
  const timer = setInterval(() => attempt(fill, fail), tickMs);
  return () => {
    clearInterval(timer);
    attempt(() => packager.flush(), onError);
  };
}
