/** Which results a viewer may see whose live picture may be behind (docs/product.md, 45.15). Pure. */
import { type CardState, momentOf, type Picture } from '../night/card-states.ts';
import type { CompetitionResult } from './results.queries.ts';

/** What encoders and networks take where the stream says nothing else. */
const usualDelayMs = 2_000;

interface Streams {
  /** Of all blocks of the event. */
  all: readonly string[];
  /** Of its blocks that are over. */
  past: readonly string[];
}

/**
 * How far the viewer has come in the live pictures of an event; without one it is now. Beside a replay all results are shown: who
 * wants them before the fight may have them.
 */
export function liveMoment(
  pictures: readonly Picture[],
  { all, past }: Streams,
  delays: CardState['venueDelays'],
  now: number,
): number {
  const live = pictures.filter(({ liveStreamId, kind }) =>
    kind === undefined ? !past.includes(liveStreamId) : kind === 'live',
  );
  const known = all.map((liveStreamId) => ({
    liveStreamId,
    milliseconds: delays.find((each) => each.liveStreamId === liveStreamId)?.milliseconds ?? usualDelayMs,
  }));
  return momentOf(live, known, now);
}

/** A result is official some time after the end of its bout: who has come to that time has seen the end. */
export const reachedAt = (results: readonly CompetitionResult[], moment: number) =>
  results.filter(({ updatedAt }) => Date.parse(updatedAt) <= moment);

/** More than a live picture is late by itself. */
const lateMs = 60_000;

/** Whether the viewer is behind in any live picture. */
export function isBehind(pictures: readonly Picture[], now: number): boolean {
  const all = pictures.map(({ liveStreamId }) => liveStreamId);
  return liveMoment(pictures, { all, past: [] }, [], now) < now - lateMs;
}
