/** The range of a trim as places of a list: a slider of places stops at key frames, also by keyboard. */
import { clockText, spokenDuration } from '../../../media/controls/time-text.ts';
import type { Trim } from './ingest.queries.ts';

/** First and last, as indices of the cut places. */
export type PlaceRange = [number, number];

/** @param places at least two. */
export function rangeOf(places: readonly number[], trim: Trim | null): PlaceRange {
  if (trim === null) return [0, places.length - 1];
  return [nearestPlace(places, trim.startSeconds), nearestPlace(places, trim.endSeconds)];
}

export function nearestPlace(places: readonly number[], seconds: number): number {
  const distances = places.map((place) => Math.abs(place - seconds));
  return distances.indexOf(Math.min(...distances));
}

/** The range with another start: at least one place before its end. */
export function withStart([, end]: PlaceRange, start: number): PlaceRange {
  return [Math.min(start, end - 1), end];
}

export function withEnd([start]: PlaceRange, end: number): PlaceRange {
  return [start, Math.max(end, start + 1)];
}

export function trimOf(places: readonly number[], [start, end]: PlaceRange): Trim {
  return { startSeconds: places[start] ?? 0, endSeconds: places[end] ?? 0 };
}

/** "0:04 to 12:40" */
export function trimInWords({ startSeconds, endSeconds }: Trim): string {
  return `${clockText(startSeconds)} to ${clockText(endSeconds)}`;
}

export function spokenPlace(places: readonly number[], index: number): string {
  return spokenDuration(places[index] ?? 0);
}
