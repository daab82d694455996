/**
 * What viewers see while the feed is lost: two seconds from a file, over and over. It runs in real time through a packager
 * of its own, so that for players it is a feed like any other.
 */
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { attempt } from './attempt.ts';
import type { Packager } from './packager/packager.ts';
import { readAudioTag, readVideoTag } from './rtmp/flv-tags.ts';

const file = fileURLToPath(new URL('../../assets/slate/slate.flv', import.meta.url));
const loopMs = 2_000;
/** Seldom enough to cost nothing, often enough for a part each time. */
const tickMs = 160;

/** It runs behind the clock, so that it has not filled the time at which a feed comes back: times never overlap. */
const behindMs = 200;

interface Tag {
  type: number;
  ms: number;
  body: Buffer;
}

let loaded: Promise<Tag[]> | undefined;

function loadSlate(): Promise<Tag[]> {
  loaded ??= readFile(file).then((bytes) => [...tagsOf(bytes)]);
  return loaded;
}

/** FLV, annex E.3: a header of 9 bytes, then tags, each with the size of the one before it. */
function* tagsOf(bytes: Buffer): Generator<Tag> {
  for (let at = 13; at + 11 <= bytes.length; ) {
    const length = bytes.readUIntBE(at + 1, 3);
    yield {
      type: bytes[at] ?? 0,
      ms: bytes.readUIntBE(at + 4, 3),
      body: bytes.subarray(at + 11, at + 11 + length),
    };
    at += 11 + length + 4;
  }
}

export interface SlateOptions {
  packager: Packager;
  /** The time of the stream at which it begins. */
  startMs: number;
  /** Only where the feed has sound: players expect the same tracks. */
  hasAudio: boolean;
  /** The time of the stream now. */
  wallMs: () => number;
}

/** The slate of one broadcast. */
export class Slate {
  readonly #onError: (error: unknown) => void;
  /** The one that is wanted, also while its file is read. */
  #wanted: SlateOptions | undefined;
  #end: (() => void) | undefined;

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

  stop() {
    this.#wanted = undefined;
    this.#end?.();
    this.#end = undefined;
  }
}

/** @param onError then it has ended. @returns a function that ends it, and never throws. */
async function startSlate(
  { packager, startMs, hasAudio, wallMs }: SlateOptions,
  onError: (error: unknown) => void,
): Promise<() => void> {
  const tags = (await loadSlate()).filter(({ type }) => type === 9 || (type === 8 && hasAudio));
  const media: Tag[] = [];
  for (const tag of tags) {
    const { kind, ...content } = tag.type === 9 ? readVideoTag(tag.body) : readAudioTag(tag.body);
    if (kind === 'config' && 'record' in content) {
      if (tag.type === 9) packager.configureVideo(content.record);
      else packager.configureAudio(content.record);
    }
    if (kind === 'frame' && tag.ms < loopMs) media.push(tag);
  }
  let [round, index] = [0, 0];
  const fill = () => {
    for (;;) {
      const tag = media[index];
      if (tag === undefined) return;
      const ms = startMs + round * loopMs + tag.ms;
      if (ms > wallMs() - behindMs) return;
      push(packager, tag, ms);
      index += 1;
      if (index < media.length) continue;
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

function push(packager: Packager, { type, body }: Tag, ms: number) {
  if (type === 9) {
    const tag = readVideoTag(body);
    if (tag.kind === 'frame') packager.pushVideo({ ...tag, ms });
  } else {
    const tag = readAudioTag(body);
    if (tag.kind === 'frame') packager.pushAudio(ms, tag.bytes);
  }
}
