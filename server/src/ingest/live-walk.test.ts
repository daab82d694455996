/**
 * A walk through what can happen to a broadcast: distances between key frames, silence, new encoders, a full disk and a
 * new server. A player reads along, and what it was told must stay true.
 *
 * @tier test
 */
import { createHash } from 'node:crypto';
import fc from 'fast-check';
import * as HLS from 'hls-parser';
import { beforeAll, expect, it } from 'vitest';
import { LiveVideo } from '../media/origin/videos/live-video.ts';
import type { RecordedSegment } from '../media/origin/videos/recorded-video.ts';
import { earlierRun } from './earlier-run.ts';
import { Packager, type PackagerEvent, partTarget, targetOf } from './packager/packager.ts';

// With this option the parser throws at everything that the format forbids.
beforeAll(() => HLS.setOptions({ strictMode: true }));

/** Of OBS with x264 at 1920 x 1080; the second one declares another level. */
const records = ['28', '29'].map((level) =>
  Buffer.from(
    `016400${level}ffe1001b67640028acd940780227e5c044000003000400000300f03c60c65801000668ebe3cb22c0`,
    'hex',
  ),
);
const dvrSeconds = 90;

type Step =
  | { do: 'film'; gop: number; gops: number }
  | { do: 'be silent'; ms: number }
  | { do: 'reconnect'; record: 0 | 1; frameMs: number }
  | { do: 'fill the disk' | 'empty the disk' | 'restart' };

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('film' as const),
      gop: fc.oneof(fc.constant(50), fc.integer({ min: 1, max: 260 })),
      gops: fc.integer({ min: 1, max: 8 }),
    }),
  },
  fc.record({ do: fc.constant('be silent' as const), ms: fc.integer({ min: 1, max: 40_000 }) }),
  fc.record({
    do: fc.constant('reconnect' as const),
    record: fc.constantFrom(0 as const, 1 as const),
    frameMs: fc.constantFrom(20, 33, 40),
  }),
  fc.record({ do: fc.constantFrom('fill the disk' as const, 'empty the disk' as const, 'restart' as const) }),
);

interface Listed {
  uri: string;
  seconds: number;
  atMs: number;
  isDiscontinuity: boolean;
  init: string;
}

interface Read {
  first: number;
  discontinuitySequence: number;
  target: number;
  segments: Listed[];
  /** From the last whole segment on. */
  rest: string[];
  isIndependent: boolean;
}

/** A player's own reading, line by line. @param earlier what a delta update builds on. */
function read(text: string, earlier?: Read): Read {
  const numberOf = (tag: string) => Number(new RegExp(`^#EXT-X-${tag}:(.*)$`, 'm').exec(text)?.[1] ?? 0);
  const first = numberOf('MEDIA-SEQUENCE');
  const skipped = Number(/^#EXT-X-SKIP:SKIPPED-SEGMENTS=(\d+)$/m.exec(text)?.[1] ?? 0);
  const segments =
    skipped === 0 ? [] : (earlier?.segments ?? []).slice(first - (earlier?.first ?? 0)).slice(0, skipped);
  expect(segments).toHaveLength(skipped);
  let init = segments.at(-1)?.init ?? '';
  let next: Partial<Listed> = {};
  let rest: string[] = [];
  for (const line of text.trimEnd().split('\n')) {
    const [, tag = '', value = ''] = /^#([^:]*):?(.*)$/.exec(line) ?? [];
    if (tag === 'EXT-X-DISCONTINUITY') next.isDiscontinuity = true;
    else if (tag === 'EXT-X-MAP') init = value;
    else if (tag === 'EXT-X-PROGRAM-DATE-TIME') next.atMs = Date.parse(value);
    else if (tag === 'EXTINF') next.seconds = Number.parseFloat(value);
    rest.push(line);
    if (line.startsWith('#')) continue;
    segments.push({ isDiscontinuity: false, seconds: 0, atMs: 0, ...next, init, uri: line });
    [next, rest] = [{}, []];
  }
  return {
    first,
    segments,
    rest,
    target: numberOf('TARGETDURATION'),
    discontinuitySequence: numberOf('DISCONTINUITY-SEQUENCE'),
    isIndependent: text.includes('#EXT-X-INDEPENDENT-SEGMENTS'),
  };
}

class Walk {
  readonly recorded: RecordedSegment[] = [];
  readonly #disk = new Map<string, Buffer>();
  readonly #bytesOf = new Map<string, string>();
  readonly #known = new WeakSet<Buffer>();
  #isDiskFull = false;
  #hasHole = false;
  /** As the database keeps it. */
  #target: number | undefined;
  #wallMs = 0;
  #generation = 1;
  #record: 0 | 1 = 0;
  #frameMs = 40;
  #video = this.#start();
  #packager = this.#connect();
  #segments = 0;
  #init = { name: '', codecs: '', width: 0, height: 0 };
  #before: Read | undefined;
  /** The discontinuity number and the address of each number of a segment, in this run. */
  readonly #said = new Map<number, { uri: string; discontinuity: number }>();
  #newest = -1;

  #start(): LiveVideo {
    const video = new LiveVideo({
      videoId: 'walk',
      epochMs: 1_000_000_000_000,
      partTarget,
      targetOf,
      dvrSeconds,
      ...earlierRun(this.recorded, { wallMs: this.#wallMs, dvrSeconds, generation: this.#generation }),
      recordingOf: (name) => (this.#disk.has(name) ? 'kept' : 'lost'),
      target: this.#target,
      now: () => 1_000_000_000_000 + this.#wallMs,
      steady: () => this.#wallMs,
    });
    video.generation = this.#generation;
    return video;
  }

  #connect(): Packager {
    const packager = new Packager((event) => this.#onEvent(event), { target: this.#video.target });
    packager.configureVideo(records[this.#record] as Buffer);
    packager.configureAudio(Buffer.from([0x11, 0x90]));
    return packager;
  }

  #onEvent(event: PackagerEvent) {
    if (event.kind === 'init') {
      const { bytes: _, kind: __, audio: ___, ...facts } = event;
      this.#init = { name: this.#video.addInit(event), ...facts };
    } else if (event.kind === 'part') {
      this.#video.addPart(event);
    } else if (event.kind === 'segment') {
      const segment = this.#video.endSegment(event);
      this.#target = this.#video.target;
      if (segment === undefined) return;
      // A feed goes on where the last one has filled the stream.
      this.#wallMs = Math.max(this.#wallMs, segment.startMs + segment.seconds * 1000);
      this.#segments += 1;
      const { name, seconds, startMs, isDiscontinuity, bytes, parts, pictures } = segment;
      expect(parts.reduce((sum, part) => sum + part.seconds, 0)).toBeCloseTo(seconds, 6);
      expect(Buffer.concat(parts.map((part) => part.bytes)).equals(bytes)).toBe(true);
      expect(pictures?.keyFrame !== undefined).toBe(parts[0]?.isIndependent);
      for (const { name, bytes } of [segment, ...parts]) this.#remember(name, bytes);
      // As the recording does: what follows a hole says so.
      const followsHole = this.#hasHole;
      this.#hasHole = this.#isDiskFull;
      if (this.#isDiskFull) return;
      this.#disk.set(name, bytes);
      const init = this.#init;
      const facts = { name, seconds, startMs, atMs: startMs, pictures, init, bytes: bytes.length };
      this.recorded.push({ ...facts, isDiscontinuity: isDiscontinuity || followsHole });
    }
  }

  /** A name never gets other bytes, in no run. */
  #remember(name: string, bytes: Buffer) {
    if (this.#known.has(bytes)) return;
    this.#known.add(bytes);
    const hash = createHash('sha1').update(bytes).digest('hex');
    expect(this.#bytesOf.get(name) ?? hash, name).toBe(hash);
    this.#bytesOf.set(name, hash);
  }

  async take(step: Step) {
    if (step.do === 'film') await this.#film(step);
    if (step.do === 'be silent') {
      this.#packager.flush();
      this.#wallMs += step.ms;
    }
    if (step.do === 'reconnect') {
      this.#packager.flush();
      this.#generation += 1;
      this.#video.generation = this.#generation;
      this.#record = step.record;
      this.#frameMs = step.frameMs;
      this.#packager = this.#connect();
    }
    if (step.do === 'fill the disk' || step.do === 'empty the disk')
      this.#isDiskFull = step.do === 'fill the disk';
    if (step.do === 'restart') this.#restart();
    await this.#poll();
  }

  /** The part that grew is lost. */
  #restart() {
    this.#generation += 1;
    this.#video = this.#start();
    this.#packager = this.#connect();
    this.#hasHole = this.recorded.length > 0;
    this.#segments = 0;
    this.#said.clear();
    this.#before = undefined;
  }

  async #film({ gop, gops }: Extract<Step, { do: 'film' }>) {
    for (let index = 0; index < gop * gops; index += 1) {
      const isKey = index % gop === 0;
      const nalUnits = Buffer.alloc(20 + (index % 7), index);
      nalUnits.set([0, 0, 0, 16, isKey ? 0x65 : 0x41]);
      this.#packager.pushVideo({ ms: this.#wallMs, isKey, compositionMs: 0, nalUnits });
      this.#packager.pushAudio(this.#wallMs, Buffer.alloc(9, index));
      this.#wallMs += this.#frameMs;
      if (index % 40 === 39) await this.#poll();
    }
  }

  async #playlist(request: { kind?: 'key-frames'; isDelta?: boolean } = {}): Promise<string> {
    const text = await this.#video.mediaPlaylist('source', {
      mode: 'live',
      kind: 'media',
      isDelta: false,
      wait: undefined,
      nowMs: 0,
      ...request,
      signSegment: ({ name }, expiresAt) => `/signed/${expiresAt.getTime()}/${name}.m4s`,
    });
    return text ?? '';
  }

  async #poll() {
    if (this.#segments === 0) return;
    const text = await this.#playlist();
    const now = read(text);
    const { segments, first, target } = now;
    if (this.#before) {
      expect(first).toBeGreaterThanOrEqual(this.#before.first);
      expect(target).toBe(this.#before.target);
      // The format demands it of those who read at least every half of the boundary; here it holds always.
      if (first <= this.#before.first + this.#before.segments.length) {
        const updated = await this.#updated(this.#before);
        if (updated) expect(updated).toEqual(now);
      }
    } else {
      expect(first).toBeGreaterThan(this.#newest);
    }
    this.#before = now;
    this.#newest = Math.max(this.#newest, first + segments.length - 1);
    this.#checkNumbers(now);
    this.#checkTimes(now);
    expect(HLS.parse(text)).toMatchObject({ isMasterPlaylist: false });
    const keyFrames = HLS.parse(await this.#playlist({ kind: 'key-frames' })) as HLS.types.MediaPlaylist;
    expect(keyFrames).toMatchObject({ isIFrame: true, mediaSequenceBase: first });
    expect(keyFrames.segments.map(({ uri }) => uri)).toEqual(segments.map(({ uri }) => uri));
    if (now.isIndependent) expect(keyFrames.segments.some(({ gap }) => gap)).toBe(false);
  }

  /** @returns undefined when the player knows too little, and reads the whole. */
  async #updated(before: Read): Promise<Read | undefined> {
    const delta = await this.#playlist({ isDelta: true });
    const skipped = Number(/SKIPPED-SEGMENTS=(\d+)/.exec(delta)?.[1] ?? 0);
    const first = Number(/MEDIA-SEQUENCE:(\d+)/.exec(delta)?.[1]);
    if (first + skipped > before.first + before.segments.length) return undefined;
    return read(delta, before);
  }

  #checkNumbers({ first, segments, discontinuitySequence }: Read) {
    let discontinuity = discontinuitySequence;
    const broken: unknown[] = [];
    for (const [index, { uri, isDiscontinuity }] of segments.entries()) {
      if (isDiscontinuity) discontinuity += 1;
      const told = this.#said.get(first + index) ?? { uri, discontinuity };
      if (told.uri !== uri || told.discontinuity !== discontinuity) broken.push({ told, uri, discontinuity });
      this.#said.set(first + index, told);
      const name = uri.replace('.m4s', '');
      const file = this.#video.segment('source', name) as { bytes: Buffer } | undefined;
      const bytes = file?.bytes ?? this.#disk.get(name);
      if (!this.#video.lists('source', name) || !bytes) broken.push(`${name} is listed and cannot be had`);
      else this.#remember(name, bytes);
    }
    expect(broken).toEqual([]);
    expect(new Set(segments.map(({ uri }) => uri)).size).toBe(segments.length);
  }

  #checkTimes({ segments, target }: Read) {
    const broken = segments.filter((segment, index) => {
      const before = segments[index - 1] ?? { ...segment, seconds: 0 };
      const gapMs = segment.atMs - (before.atMs + before.seconds * 1000);
      return Math.round(segment.seconds) > target || gapMs < -2 || (gapMs > 2 && !segment.isDiscontinuity);
    });
    expect(broken).toEqual([]);
    const listed = segments.reduce((sum, { seconds }) => sum + seconds, 0);
    expect(listed).toBeLessThanOrEqual(dvrSeconds + target);
  }
}

const twoRestartsOnAFullDisk: Step[] = [
  { do: 'film', gop: 25, gops: 5 },
  { do: 'fill the disk' },
  { do: 'restart' },
  { do: 'film', gop: 50, gops: 2 },
  { do: 'restart' },
  { do: 'film', gop: 1, gops: 1 },
  { do: 'reconnect', record: 0, frameMs: 20 },
];

it('keeps every promise of its playlists, whatever happens', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 25 }), async (steps) => {
      const walk = new Walk();
      for (const step of steps) await walk.take(step);
    }),
    { numRuns: 25, examples: [[twoRestartsOnAFullDisk]] },
  );
}, 120_000);
