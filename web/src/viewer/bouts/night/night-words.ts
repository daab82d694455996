/**
 * How far a night has come, in words. Nothing that is made here is a result: a bout that was stopped is in its round until its end.
 */
import { type Corner, minutesOf } from '@ringside/rules/bout-words';
import { durationInWords, formatDate, formatTime, formatWeekday, type Zone } from '../../../ui/time/time.ts';
import type { CardState } from './card-states.ts';

type On = CardState['on'][number];
type Expected = CardState['expected'][number];

const minuteMs = 60_000;
const stepMs = 5 * minuteMs;

export interface BoutMoment {
  /** `expected`: to come. `seen`: this browser has shown it. `result`: over, and the viewer wants results. */
  when: 'on' | 'over' | 'expected' | 'seen' | 'result';
  /** "Now", "Over", "Seen", "About 21:40"; for viewers who want results "KO, round 2, 1:34" */
  words: string;
  /** "21:30 to 22:05"; undefined for a plan, and when nothing is to come. */
  span?: string | undefined;
  /** "on now", "in about 25 minutes" */
  spoken: string;
  /** The corner that has won, for viewers who want results. */
  winner?: Corner | undefined;
}

/** By the ids of the bouts. */
export type BoutMoments = ReadonlyMap<string, BoutMoment>;

/** Of all bouts of which something is known. */
export function momentsOf(state: CardState, now: number, zone?: Zone): BoutMoments {
  const ids = [state.on, state.expected].flat().map(({ boutId }) => boutId);
  return new Map(
    [...ids, ...state.overBoutIds].flatMap((id) => {
      const moment = momentOfBout(state, id, now, zone);
      return moment ? [[id, moment]] : [];
    }),
  );
}

/** @returns undefined when nothing is known of the bout: it was cancelled, passed over, or nobody rings. */
export function momentOfBout(
  { on, overBoutIds, expected }: Pick<CardState, 'on' | 'overBoutIds' | 'expected'>,
  boutId: string,
  now: number,
  zone?: Zone,
): BoutMoment | undefined {
  if (on.some((each) => each.boutId === boutId)) return { when: 'on', words: 'Now', spoken: 'on now' };
  if (overBoutIds.includes(boutId)) return { when: 'over', words: 'Over', spoken: 'over' };
  const found = expected.find((each) => each.boutId === boutId);
  return found && expectedMoment(found, now, zone);
}

function expectedMoment({ at, earliest, latest, isPlan }: Expected, now: number, zone?: Zone): BoutMoment {
  const atMs = Date.parse(at);
  const minutes = Math.round((atMs - now) / minuteMs / 5) * 5;
  // The second day of an event is not tonight.
  const isAnotherDay = formatDate(at, zone) !== formatDate(now, zone);
  const day = isAnotherDay ? `${formatWeekday(at, zone, 'short')}, ` : '';
  if (isPlan) {
    const words = `Planned ${day}${formatTime(rounded(atMs), zone)}`;
    return { when: 'expected', words, spoken: words.replace('P', 'p') };
  }
  if (minutes <= 0) return { when: 'expected', words: 'Soon', spoken: 'soon' };
  return {
    when: 'expected',
    words: `About ${day}${formatTime(rounded(atMs), zone)}`,
    span: `${formatTime(earliest, zone)} to ${formatTime(latest, zone)}`,
    spoken: `in about ${minutes < 90 ? `${minutes} minutes` : durationInWords(minutes * minuteMs)}`,
  };
}

/** More is not known than five minutes. */
const rounded = (ms: number) => Math.round(ms / stepMs) * stepMs;

/** @param seconds of the round, where they are known. */
export function phaseInWords({ phase, round }: On, seconds: number | undefined): string {
  if (phase === 'walkout' || round === null) return 'Walkout';
  if (phase === 'break') return `After round ${round}`;
  return seconds === undefined ? `Round ${round}` : `Round ${round}, ${minutesOf(seconds)}`;
}
