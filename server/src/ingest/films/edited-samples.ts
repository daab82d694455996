/**
 * Which samples of a track are sent, and when: the edits of its list, one after the other. Pictures between a key frame and the
 * first edit behind it are needed to decode it, and are *hidden*: each lasts a tick, all together less than half a picture. Every other
 * edit begins at a key frame. What decoding does not need is not sent; at the end of an edit that may be a few pictures that
 * refer to one behind it.
 *
 * Times of decoding begin at 0. Composition times are later by the *delay* of the film, for pictures that are not decoded
 * in the order in which they are shown.
 */
import { setImmediate } from 'node:timers/promises';
import type { Edit } from './edit-list.ts';
import { FilmError } from './film-error.ts';
import type { FilmSample, SampleTable } from './sample-table.ts';

export interface EditedTrack {
  samples: SampleTable;
  edits: readonly Edit[];
  /** Units a second. */
  timescale: number;
}

export interface TimedSample {
  sample: FilmSample;
  /** When it is decoded, from the start of the film. */
  ms: number;
  /** How much later it is shown. */
  compositionMs: number;
  /** Of a picture that has no bytes this is false. */
  isHidden: boolean;
  /** Decoding begins anew here, because what is before it was cut out. */
  isRestart: boolean;
}

/** The pictures of one edit. Places are those of the sample table, times are in its units. */
interface Span {
  edit: Edit;
  first: number;
  end: number;
  isRestart: boolean;
  seconds: number;
  /** The composition times of hidden pictures, in order. */
  hidden: number[];
  lastHidden: number;
  /** Of the first picture behind the hidden ones, when it is decoded. */
  behindHidden: number;
  /** The picture that the edit begins with: what is shown then, or what comes next. */
  opening: { time: number; shown: number };
}

export interface PicturePlan {
  spans: Span[];
  delayMs: number;
  /** How much earlier than they say pictures are decoded, so that none is decoded after it is shown. */
  lateMs: number;
  seconds: number;
}

/** A unit of time of the packager. */
export const tickMs = 1 / 90;
/** By how many places pictures may be shown later than decoded (H.264, A.3.1). */
const reordered = 16;

/** When the first picture of a film is shown that has so many hidden ones before it; a little more, for players that round. */
export const hiddenSecondsOf = (hidden: number) => ((hidden + 2 * reordered) * tickMs) / 1000;
/** Edits are rounded to the timescale of the film: a picture that they touch for a moment is not theirs. */
const toleranceSeconds = 0.0015;
/** Between decoding and showing; real ones are some pictures long. */
const longestLeadMs = 60_000;
/** The process has other things to do. */
const samplesAtOnce = 50_000;

/** @throws FilmError when a picture that was cut out would be seen. */
export async function planPictures(track: EditedTrack): Promise<PicturePlan> {
  const spans: Array<Span | undefined> = [];
  const edits = track.edits[Symbol.iterator]();
  let open: OpenSpan | undefined;
  let [count, mediaEnd, longest, late] = [0, 0, 0, 0];
  const next = (first: number) => {
    const edit = edits.next().value;
    open = edit && new OpenSpan(edit, first, track);
  };
  next(0);
  for (const sample of track.samples) {
    count = sample.place + 1;
    if (count % samplesAtOnce === 0) await setImmediate();
    if (sample.size === 0) continue;
    while (open && !open.take(sample)) {
      spans.push(open.close(sample.place));
      next(sample.place);
    }
    if (open === undefined) break;
    mediaEnd = Math.max(mediaEnd, sample.time + sample.compositionOffset + sample.duration);
    late = Math.max(late, -sample.compositionOffset);
    longest = Math.max(longest, sample.duration);
  }
  if (open) spans.push(open.close(count, mediaEnd / track.timescale));
  return planOf(
    spans.filter((span) => span !== undefined),
    { timescale: track.timescale, longest, late },
  );
}

/** @param longest of the pictures. @param late how much later one is decoded than shown: offsets may be below 0. */
function planOf(
  spans: Span[],
  { timescale, longest, late }: { timescale: number; longest: number; late: number },
): PicturePlan {
  const [first, last] = [spans[0], spans.at(-1)];
  if (first === undefined || last === undefined) throw new FilmError('no-picture', 'No edit shows a picture');
  if ((first.hidden.length + reordered) * tickMs > (longest / timescale) * 500)
    throw new FilmError('key-frames-rare');
  const isJoined = spans.slice(1).every(({ isRestart, hidden }) => isRestart && hidden.length === 0);
  if (!isJoined) throw new FilmError('edits', 'An edit begins between key frames');
  const lateMs = (late / timescale) * 1000;
  const leads = spans.map(({ edit, behindHidden }) => (edit.from - behindHidden / timescale) * 1000 + lateMs);
  return { spans, lateMs, delayMs: Math.max(0, ...leads), seconds: last.edit.at + last.seconds };
}

interface Place {
  place: number;
  time: number;
  shown: number;
}

class OpenSpan {
  readonly #edit: Edit;
  readonly #from: number;
  readonly #to: number;
  #first: number;
  #isRestart = false;
  /** Those that are shown before the edit, or when it begins. */
  #before: Place[] = [];
  /** The first one behind them. */
  #next: Place | undefined;

  constructor(edit: Edit, first: number, { timescale }: EditedTrack) {
    this.#edit = edit;
    this.#first = first;
    this.#from = (edit.from + toleranceSeconds) * timescale;
    this.#to = (edit.from + edit.seconds - toleranceSeconds) * timescale;
  }

  /** @returns false when it is behind the edit. */
  take({ place, time, compositionOffset, isKey }: FilmSample): boolean {
    const shown = time + compositionOffset;
    if (shown >= this.#to) return false;
    if (shown > this.#from) {
      this.#next ??= { place, time, shown };
      return true;
    }
    if (isKey) {
      this.#first = place;
      this.#isRestart = true;
      this.#before = [];
    }
    this.#next = undefined;
    if (this.#before.length > mostBefore) throw new FilmError('key-frames-rare');
    this.#before.push({ place, time, shown });
    return true;
  }

  /** @param mediaEnd when the media ends before the edit. @returns undefined: it shows no picture. */
  close(end: number, mediaEnd = Number.POSITIVE_INFINITY): Span | undefined {
    const opening = this.#before.reduce<Place | undefined>(
      (latest, picture) => (latest && latest.shown > picture.shown ? latest : picture),
      this.#next && this.#before.length === 0 ? this.#next : undefined,
    );
    if (opening === undefined) return undefined;
    const hidden = this.#before.filter((picture) => picture !== opening);
    const lastHidden = hidden.at(-1)?.place ?? -1;
    return {
      edit: this.#edit,
      first: this.#first,
      end,
      isRestart: this.#isRestart,
      seconds: Math.min(this.#edit.seconds, mediaEnd - this.#edit.from),
      hidden: hidden.map(({ shown }) => shown).toSorted((one, other) => one - other),
      lastHidden,
      behindHidden: (opening.place > lastHidden ? opening : (this.#next ?? opening)).time,
      opening,
    };
  }
}

/** More would be seen at any rate of pictures. */
const mostBefore = 90_000;

export function* editedPictures(track: EditedTrack, plan: PicturePlan): Generator<TimedSample> {
  const samples = track.samples[Symbol.iterator]();
  let sample = samples.next().value;
  let line: Line | undefined;
  for (const span of plan.spans) {
    while (sample && sample.place < span.first) sample = samples.next().value;
    line = new Line(span, { ...plan, timescale: track.timescale, endMs: line?.endMs });
    for (; sample && sample.place < span.end; sample = samples.next().value) {
      const isLostFirst = sample.size === 0 && sample.place <= span.lastHidden;
      if (!isLostFirst) yield line.place(sample);
    }
  }
}

/** The times of the pictures of one span. */
class Line {
  readonly #span: Span;
  readonly #scale: number;
  readonly #lateMs: number;
  /** When its media would begin, if it began at 0. */
  readonly #originMs: number;
  /** When its first picture is shown. */
  readonly #openingMs: number;
  readonly #isFirst: boolean;
  /** The earliest time for the next picture. */
  endMs: number;
  #isBegun = false;

  constructor(
    span: Span,
    {
      timescale,
      delayMs,
      lateMs,
      endMs,
    }: Omit<PicturePlan, 'spans'> & { timescale: number; endMs: number | undefined },
  ) {
    this.#span = span;
    this.#scale = 1000 / timescale;
    this.#lateMs = lateMs;
    this.#originMs = span.edit.at * 1000 + delayMs - span.edit.from * 1000;
    this.#isFirst = endMs === undefined;
    // A film whose picture begins late shows its first one meanwhile. Hidden ones stand before everything else, sound too.
    const firstMs = span.hidden.length > 0 ? reordered * tickMs : delayMs;
    this.#openingMs = this.#isFirst ? firstMs : span.edit.at * 1000 + delayMs;
    this.endMs = endMs ?? 0;
  }

  place(sample: FilmSample): TimedSample {
    // Up to the last hidden picture, one tick each.
    const isHeld = this.#isFirst && (!this.#isBegun || sample.place <= this.#span.lastHidden);
    const decodedMs = this.#originMs - this.#lateMs + sample.time * this.#scale;
    return this.#timed(sample, isHeld ? this.endMs : Math.max(this.endMs, decodedMs));
  }

  #timed(sample: FilmSample, ms: number): TimedSample {
    const { hidden, opening, isRestart } = this.#span;
    const shown = sample.time + sample.compositionOffset;
    const rank = shown < opening.shown ? hidden.indexOf(shown) : -1;
    const openedMs = this.#openingMs + hidden.length * tickMs;
    const naturalMs = this.#originMs + shown * this.#scale;
    const shownMs =
      rank >= 0
        ? this.#openingMs + rank * tickMs
        : shown === opening.shown
          ? openedMs
          : Math.max(naturalMs, openedMs + tickMs);
    if (Math.abs(shownMs - ms) > longestLeadMs) throw new FilmError('damaged', 'A picture is shown too late');
    this.endMs = ms + tickMs;
    const isFirst = !this.#isBegun;
    this.#isBegun = true;
    return {
      sample,
      ms,
      compositionMs: shownMs - ms,
      isHidden: rank >= 0,
      isRestart: isFirst && isRestart && !this.#isFirst,
    };
  }
}

/** The frames of sound that lie in the edits of their track, each by its middle. None comes before the first picture. */
export function* editedSounds(track: EditedTrack, delayMs: number): Generator<TimedSample> {
  const { samples, edits, timescale } = track;
  let index = 0;
  for (const sample of samples) {
    const middle = (sample.time + sample.duration / 2) / timescale;
    while (index < edits.length && middle >= (edits[index] as Edit).from + (edits[index] as Edit).seconds)
      index += 1;
    const edit = edits[index];
    if (edit === undefined) return;
    if (sample.size === 0 || middle < edit.from) continue;
    const ms = (edit.at - edit.from + sample.time / timescale) * 1000 + delayMs;
    if (ms >= delayMs - tickMs) yield { sample, ms, compositionMs: 0, isHidden: false, isRestart: false };
  }
}
