/** The states of a card that have been heard of, and which of them may be shown (docs/product.md, 44.11). Pure. */
import type { components } from '@ringside/openapi/schema';

export type CardState = components['schemas']['CardState'];

/** More than a long evening has bells. */
const mostKept = 1_000;

const atOf = ({ at }: CardState) => (at === null ? Number.NEGATIVE_INFINITY : Date.parse(at));

/** The states in order, with a new one. It takes the place of those that are not before it: a bell was undone, or came late. */
export function withState(states: readonly CardState[], state: CardState): CardState[] {
  return [...states.filter((known) => atOf(known) < atOf(state)), state].slice(-mostKept);
}

/** The newest state that a viewer may see who has come to this moment. */
export function stateAt(states: readonly CardState[], moment: number): CardState | undefined {
  return states.findLast((state) => atOf(state) <= moment);
}

/** What one video of an event shows. */
export interface Picture {
  liveStreamId: string;
  /** In milliseconds since 1970; null: its clock is not known. */
  takenAt: number | null;
  isAtEdge: boolean;
  /** Undefined before its first frame. */
  kind?: 'live' | 'replay' | undefined;
}

/** A live stream without a clock is at most so late, if its provider keeps to the usual lengths of segments. */
const withoutClockMs = 45_000;

/**
 * How far the viewer has come, by the clock of the venue. Of several pictures the one that is furthest behind counts.
 * @param delays of the streams of the event; a picture of another event says nothing.
 */
export function momentOf(
  pictures: readonly Picture[],
  delays: CardState['venueDelays'],
  now: number,
): number {
  const moments = pictures.flatMap(({ liveStreamId, takenAt, isAtEdge }) => {
    const delay = delays.find((each) => each.liveStreamId === liveStreamId);
    if (!delay) return [];
    if (takenAt !== null) return [takenAt - delay.milliseconds];
    return [isAtEdge ? now - withoutClockMs : Number.NEGATIVE_INFINITY];
  });
  return Math.min(now, ...moments);
}

/** How long the round runs at this moment; undefined when it does not run, or was stopped in between. */
export function secondsInRound(states: readonly CardState[], shown: CardState, moment: number) {
  const [on, inAnotherRing] = shown.on;
  // The last bell may have been that of the other ring.
  if (inAnotherRing) return undefined;
  if (on?.phase !== 'round' || shown.at === null) return undefined;
  const before = states[states.indexOf(shown) - 1]?.on[0];
  if (before?.boutId === on.boutId && before.round === on.round) return undefined;
  return Math.max(0, Math.floor((moment - Date.parse(shown.at)) / 1_000));
}
