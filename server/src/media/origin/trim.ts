/**
 * What part of a recording a replay shows. Nothing is transcoded, so it begins at a key frame and ends before one. Cut
 * places are seconds of the whole recording without the slate, which is the time that its player shows.
 */
import type { Pictures } from './key-frame.ts';

export interface Trim {
  startSeconds: number;
  endSeconds: number;
}

interface Part {
  seconds: number;
  pictures?: Pictures | undefined;
}

/** @returns where a replay may begin or end, from 0 to the length; empty without segments. */
export function cutPlaces(segments: readonly Part[]): number[] {
  if (segments.length === 0) return [];
  let seconds = 0;
  const places = [0];
  for (const [index, segment] of segments.entries()) {
    if (index > 0 && segment.pictures?.keyFrame !== undefined) places.push(rounded(seconds));
    seconds += segment.seconds;
  }
  places.push(rounded(seconds));
  return places;
}

/** When the picture of a moment was taken, in milliseconds since 1970; undefined behind the end. */
export function takenAt(segments: readonly (Part & { atMs: number })[], seconds: number): number | undefined {
  let from = 0;
  for (const { seconds: length, atMs } of segments) {
    if (seconds < from + length) return Math.round(atMs + (seconds - from) * 1000);
    from += length;
  }
  return undefined;
}

/** The nearest cut places, at least one apart. @param places of a recording: at least two. */
export function snapTrim(places: readonly number[], { startSeconds, endSeconds }: Trim): Trim {
  const last = places.length - 1;
  const start = Math.min(nearest(places, startSeconds), last - 1);
  const end = Math.max(nearest(places, endSeconds), start + 1);
  return { startSeconds: places[start] as number, endSeconds: places[end] as number };
}

/** The segments that a replay shows. The first one begins a playlist, so it needs no discontinuity. */
export function trimmed<T extends Part>(segments: readonly T[], trim: Trim | null): readonly T[] {
  if (trim === null) return segments;
  let from = 0;
  return segments.filter(({ seconds }) => {
    const middle = from + seconds / 2;
    from += seconds;
    return middle > trim.startSeconds && middle < trim.endSeconds;
  });
}

function nearest(places: readonly number[], seconds: number): number {
  let best = 0;
  for (const [index, place] of places.entries())
    if (Math.abs(place - seconds) < Math.abs((places[best] as number) - seconds)) best = index;
  return best;
}

function rounded(seconds: number): number {
  return Math.round(seconds * 1000) / 1000;
}
