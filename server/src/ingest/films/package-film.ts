/**
 * Makes the segments of a recording from an uploaded film, without transcoding: picture and sound go through the packager
 * of live feeds in the order of their times. A segment begins at a key frame, so that a seek finds its picture, and is at least
 * two seconds long.
 */
import { readPictures, readVideoTrack } from '../../media/origin/key-frame.ts';
import type { RecordedSegment } from '../../media/origin/videos/recorded-video.ts';
import { Packager } from '../packager/packager.ts';
import { ReadablePictures } from '../packager/slices/readable-pictures.ts';
import {
  editedPictures,
  editedSounds,
  hiddenSecondsOf,
  type PicturePlan,
  planPictures,
  type TimedSample,
  tickMs,
} from './edited-samples.ts';
import { FilmError } from './film-error.ts';
import { KeyFrames } from './key-frames.ts';
import { LostPictures } from './lost-pictures.ts';
import { type Film, type FilmSource, readFilm } from './read-film.ts';
import type { FilmSample } from './sample-table.ts';

export interface FilmSegment {
  facts: Omit<RecordedSegment, 'bytes'>;
  bytes: Buffer;
  init: Buffer;
}

interface Options {
  /** Of the film: its segments are named by it. */
  number: number;
  /** Milliseconds since 1970 that its first picture is given. */
  epochMs: number;
}

/** Two seconds, but for what times in milliseconds are rounded by. */
const shortestMs = 1_999;

/** @throws FilmError. */
export async function* packageFilm(
  source: FilmSource,
  { number, epochMs }: Options,
): AsyncGenerator<FilmSegment & { progress: number }> {
  const film = await readFilm(source);
  const ready: FilmSegment[] = [];
  let init: { facts: RecordedSegment['init']; bytes: Buffer; track: number } | undefined;
  let parts: Buffer[] = [];
  let [isCut, count] = [false, 0];
  let hidden = 0;
  const packager = new Packager(
    (event) => {
      if (event.kind === 'init') {
        const { bytes, codecs, width, height, range } = event;
        init = {
          facts: { name: `init-${number}`, codecs, width, height, range },
          bytes,
          track: readVideoTrack(bytes) ?? 1,
        };
      } else if (event.kind === 'part') parts.push(event.bytes);
      else if (event.kind === 'segment' && init !== undefined) {
        const bytes = Buffer.concat(parts);
        parts = [];
        const { startMs, seconds } = event;
        const pictures = readPictures(bytes, init.track);
        const facts = {
          name: `${number}-${count}`,
          seconds,
          startMs,
          atMs: epochMs + startMs,
          init: init.facts,
          isDiscontinuity: false,
          // Nobody is shown what was cut out, neither in a seek bar.
          pictures: hidden > 0 ? { count: pictures.count - hidden } : pictures,
          ...(hidden > 0 && { hiddenSeconds: hiddenSecondsOf(hidden) }),
        };
        hidden = 0;
        count += 1;
        ready.push({ facts, bytes, init: init.bytes });
      }
    },
    { isCut: () => isCut },
  );
  const keyFrames = new KeyFrames(film.video.config);
  if (film.audio) packager.configureAudio(film.audio.config.record);

  const plan = await planPictures(film.video);
  const readable = new ReadablePictures();
  readable.configure(film.video.config);
  const reader = new SampleReader(source);
  let [startMs, lastMs, hiddenNext] = [0, 0, 0];
  const push = (timed: TimedSample, nalUnits: Buffer) => {
    const { ms, compositionMs, isHidden, isRestart } = timed;
    const isKey = keyFrames.isOne(timed, nalUnits);
    if (isRestart && !isKey) throw new FilmError('open-gop', 'An edit begins behind no key frame');
    if (!readable.take({ nalUnits, isKey, ms })) return;
    packager.useVideo(keyFrames.config);
    isCut = isKey && (isRestart || ms - startMs >= shortestMs);
    if (isCut) startMs = ms;
    packager.pushVideo({ ms, compositionMs, isKey, nalUnits });
    hidden += hiddenNext;
    hiddenNext = Number(isHidden);
    lastMs = ms;
  };
  const lost = film.video.samples.hasEmpty ? new LostPictures(film.video.config.parameterSets) : undefined;
  for (const { kind, timed } of inOrder(film, plan)) {
    const { sample, ms } = timed;
    if (kind === 'audio') packager.pushAudio(ms, await reader.read(sample));
    else if (sample.size === 0) lost?.add(timed);
    else {
      const nalUnits = whole(await reader.read(sample));
      for (const repeated of lost?.before(timed, nalUnits) ?? []) push(repeated.timed, repeated.sample);
      push(timed, nalUnits);
    }
    const progress = Math.min(99, Math.floor(ms / 10 / plan.seconds));
    for (const segment of ready.splice(0)) yield { ...segment, progress };
  }
  packager.flush(Math.max(tickMs, plan.seconds * 1000 - lastMs));
  for (const segment of ready.splice(0)) yield { ...segment, progress: 99 };
  if (count === 0) throw new FilmError('no-picture', 'There is no key frame');
}

/** Both tracks in the order of their times. Sound from before the first picture is left out. */
function* inOrder(
  { video, audio }: Film,
  plan: PicturePlan,
): Generator<{ kind: 'video' | 'audio'; timed: TimedSample }> {
  const pictures = editedPictures(video, plan);
  const sounds = audio && editedSounds(audio, plan.delayMs);
  let [picture, sound] = [pictures.next().value, sounds?.next().value];
  while (picture || sound) {
    if (sound && (!picture || sound.ms < picture.ms)) {
      yield { kind: 'audio', timed: sound };
      sound = sounds?.next().value;
    } else if (picture) {
      yield { kind: 'video', timed: picture };
      picture = pictures.next().value;
    }
  }
}

/** @returns the sample if the lengths of its NAL units fill it. @throws FilmError. */
function whole(sample: Buffer): Buffer {
  let at = 0;
  while (at + 4 <= sample.length) at += 4 + sample.readUInt32BE(at);
  if (at !== sample.length) throw new FilmError('damaged', 'A picture is not whole');
  return sample;
}

const windowBytes = 1024 * 1024;

/** Picture and sound lie beside each other in the file, so each has a window of its own. */
class SampleReader {
  readonly #source: FilmSource;
  #windows: Array<{ start: number; bytes: Buffer }> = [];

  constructor(source: FilmSource) {
    this.#source = source;
  }

  async read({ offset, size }: FilmSample): Promise<Buffer> {
    const known = this.#windows.find(
      ({ start, bytes }) => start <= offset && offset + size <= start + bytes.length,
    );
    const window = known ?? (await this.#load(offset, size));
    const from = offset - window.start;
    if (from + size > window.bytes.length) throw new FilmError('truncated');
    return window.bytes.subarray(from, from + size);
  }

  async #load(start: number, size: number) {
    const window = { start, bytes: await this.#source.read(start, Math.max(size, windowBytes)) };
    this.#windows = [window, ...this.#windows].slice(0, 2);
    return window;
  }
}
