/**
 * Makes the segments of a recording from an uploaded film, without transcoding: picture and sound go through the packager
 * of live feeds in the order of their times. A segment begins at a key frame and is at least two seconds long.
 */
import { readPictures, readVideoTrack } from '../../media/origin/key-frame.ts';
import type { RecordedSegment } from '../../media/origin/videos/recorded-video.ts';
import { Packager } from '../packager/packager.ts';
import { FilmError } from './film-error.ts';
import { type FilmSource, type FilmTrack, readFilm } from './read-film.ts';
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

const shortestSeconds = 2;
/** A film with fewer key frames is cut between them. */
const [longestSeconds, mostBytes] = [20, 40 * 1024 * 1024];

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
  const packager = new Packager(
    (event) => {
      if (event.kind === 'init') {
        const { bytes, codecs, width, height } = event;
        init = {
          facts: { name: `init-${number}`, codecs, width, height },
          bytes,
          track: readVideoTrack(bytes) ?? 1,
        };
      } else if (event.kind === 'part') parts.push(event.bytes);
      else if (init !== undefined) {
        const bytes = Buffer.concat(parts);
        parts = [];
        const { startMs, seconds } = event;
        const facts = {
          name: `${number}-${count}`,
          seconds,
          startMs,
          atMs: epochMs + startMs,
          init: init.facts,
          isDiscontinuity: false,
          pictures: readPictures(bytes, init.track),
        };
        count += 1;
        ready.push({ facts, bytes, init: init.bytes });
      }
    },
    undefined,
    () => isCut,
  );
  packager.configureVideo(film.video.config.record);
  if (film.audio) packager.configureAudio(film.audio.config.record);

  const reader = new SampleReader(source);
  let [startMs, bytes] = [0, 0];
  for (const { sample, kind, ms } of inOrder(film.video, film.audio)) {
    const content = await reader.read(sample);
    if (kind === 'audio') packager.pushAudio(ms, content);
    else {
      const nalUnits = whole(content);
      const seconds = (ms - startMs) / 1000;
      isCut = (sample.isKey && seconds >= shortestSeconds) || seconds >= longestSeconds || bytes > mostBytes;
      if (isCut) [startMs, bytes] = [ms, 0];
      bytes += content.length;
      const compositionMs = (sample.compositionOffset / film.video.timescale) * 1000;
      packager.pushVideo({ ms, compositionMs, isKey: sample.isKey, nalUnits });
    }
    const progress = Math.min(99, Math.floor((ms / 10 / film.seconds) * 1));
    for (const segment of ready.splice(0)) yield { ...segment, progress };
  }
  packager.flush();
  for (const segment of ready.splice(0)) yield { ...segment, progress: 99 };
  if (count === 0) throw new FilmError('no-picture', 'There is no key frame');
}

interface TimedSample {
  sample: FilmSample;
  kind: 'video' | 'audio';
  /** From the first picture. */
  ms: number;
}

/** Both tracks in the order of their times. Sound from before the first picture is left out. */
function* inOrder(video: FilmTrack<unknown>, audio: FilmTrack<unknown> | undefined): Generator<TimedSample> {
  // Times of decoding begin at 0; what an edit list does to the picture moves the sound instead.
  const soundShift = audio ? audio.shift - video.shift : 0;
  const pictures = video.samples[Symbol.iterator]();
  const sounds = audio?.samples[Symbol.iterator]();
  const msOfPicture = ({ time }: FilmSample) => (time / video.timescale) * 1000;
  const msOfSound = ({ time }: FilmSample) => (time / (audio?.timescale ?? 1) + soundShift) * 1000;
  let [picture, sound] = [pictures.next().value, sounds?.next().value];
  while (picture || sound) {
    const isSound = sound && (!picture || msOfSound(sound) < msOfPicture(picture));
    if (isSound && sound) {
      const ms = msOfSound(sound);
      if (ms >= 0) yield { sample: sound, kind: 'audio', ms };
      sound = sounds?.next().value;
    } else if (picture) {
      yield { sample: picture, kind: 'video', ms: msOfPicture(picture) };
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
