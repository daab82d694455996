/** The result of a bout as a form holds it: all texts, and what the bells say already. */

import type { components } from '@ringside/openapi/schema';
import { type Bell, boutState, elapsedInRound } from '@ringside/rules/bell';
import { minutesOf } from '@ringside/rules/bout-words';
import {
  findResultIssues,
  isDecision,
  type ResultMethod,
  type ResultWinner,
  winnersOf,
} from '@ringside/rules/result';
import type { Bout, Result, ResultBoard } from './results.queries.ts';

interface CardValues {
  judge: string;
  red: string;
  blue: string;
}

export interface ResultValues {
  method: ResultMethod | '';
  winner: ResultWinner | '';
  round: string;
  /** "1:34" */
  seconds: string;
  scorecards: CardValues[];
  note: string;
  reason: string;
}

export const mostCards = 7;
export const resultLabels: Record<string, string> = {
  method: 'How it ended',
  winner: 'Winner',
  round: 'Round',
  seconds: 'Time in the round',
  note: 'Note',
  reason: 'Reason of the correction',
  ...Object.fromEntries(
    Array.from({ length: mostCards }, (_, index) => [
      [`scorecards.${index}.judge`, `Judge ${index + 1}`],
      [`scorecards.${index}.red`, `Red, judge ${index + 1}`],
      [`scorecards.${index}.blue`, `Blue, judge ${index + 1}`],
    ]).flat(),
  ),
};

/** What the bells of a bout tell: the round and the time at which it ended, or that the judges decide. */
export function valuesFrom(bout: Bout, bells: readonly Bell[]): ResultValues {
  const empty: ResultValues = {
    method: '',
    winner: '',
    round: '',
    seconds: '',
    scorecards: [],
    note: '',
    reason: '',
  };
  const state = boutState(bells);
  if (bout.status === 'cancelled' || state.phase === 'waiting') return empty;
  const end = elapsedInRound(bells, state.sinceMs ?? 0);
  if (end === undefined) return empty;
  const wentTheDistance = lastRoundEnded(bells) && end.round >= bout.rounds;
  if (wentTheDistance) return { ...empty, method: 'decision-unanimous' };
  const seconds =
    end.seconds === undefined ? '' : minutesOf(Math.min(Math.floor(end.seconds), bout.roundSeconds));
  return { ...empty, round: String(end.round), seconds };
}

/** A correction begins with what it corrects, but for the reason. */
export function valuesOf({ method, winner, round, seconds, scorecards, note }: Result): ResultValues {
  return {
    method,
    winner,
    round: round === null ? '' : String(round),
    seconds: seconds === null ? '' : minutesOf(seconds),
    scorecards: scorecards.map(({ judge, red, blue }) => ({ judge, red: String(red), blue: String(blue) })),
    note: note ?? '',
    reason: '',
  };
}

/** The bell after the last round was rung, not only the end of the bout. */
function lastRoundEnded(bells: readonly Bell[]): boolean {
  return boutState(bells.filter(({ kind }) => kind !== 'over')).phase === 'break';
}

/** The bells of each bout, as the rules read them. */
export function bellsByBout({ bells }: Pick<ResultBoard, 'bells'>): Map<string, Bell[]> {
  const all = new Map<string, Bell[]>();
  for (const { boutId, id, kind, round, at, undoneAt } of bells)
    all.set(boutId, [
      ...(all.get(boutId) ?? []),
      { id, kind, round, at: Date.parse(at), isUndone: undoneAt !== null },
    ]);
  return all;
}

/** Of another method the winner may be impossible, or the only one. */
export function winnerAfter(method: ResultMethod | '', winner: ResultWinner | ''): ResultWinner | '' {
  if (method === '') return winner;
  const possible = winnersOf(method);
  if (possible.length === 1) return possible[0] as ResultWinner;
  return winner !== '' && possible.includes(winner) ? winner : '';
}

/** Which fields there are: a walkover has no round, a decision no time. */
export const hasRound = (method: ResultMethod | '') =>
  method !== 'walkover' && !(method !== '' && isDecision(method));
export const hasCards = (method: ResultMethod | '') => method !== 'walkover';

/** "1:34" or "94". @returns undefined when it is no time. */
export function secondsOf(text: string): number | undefined {
  const [, minutes, seconds] = /^(?:(\d{1,2}):)?(\d{1,3})$/.exec(text.trim()) ?? [];
  if (seconds === undefined || (minutes !== undefined && Number(seconds) > 59)) return undefined;
  return Number(minutes ?? 0) * 60 + Number(seconds);
}

const wholeNumber = /^\d{1,3}$/;

/** What the form finds before anything is sent. */
export function checkResult(values: ResultValues, bout: Bout): Record<string, string> {
  const { method, winner, round, seconds, scorecards } = values;
  const found: Record<string, string> = {};
  if (method === '') found.method = 'Choose how it ended.';
  if (winner === '') found.winner = 'Choose the winner.';
  if (hasRound(method) && round.trim() !== '' && !wholeNumber.test(round.trim()))
    found.round = 'Must be a number.';
  if (hasRound(method) && seconds.trim() !== '' && secondsOf(seconds) === undefined)
    found.seconds = 'Must be a time, for example 1:34.';
  if (hasCards(method))
    for (const [index, card] of scorecards.entries()) {
      if (card.judge.trim() === '') found[`scorecards.${index}.judge`] = 'Must not be empty.';
      for (const corner of ['red', 'blue'] as const)
        if (!wholeNumber.test(card[corner].trim()))
          found[`scorecards.${index}.${corner}`] = 'Must be a number.';
    }
  if (Object.keys(found).length > 0) return found;
  // The server says the same; here it comes without a call, and with names that fit the form.
  for (const { field, detail } of findResultIssues(outcomeOf(values), bout)) found[field] = detail;
  return found;
}

function outcomeOf({ method, winner, round, seconds, scorecards }: ResultValues) {
  const isWithRound = hasRound(method);
  return {
    method: method as ResultMethod,
    winner: winner as ResultWinner,
    round: isWithRound && round.trim() !== '' ? Number(round) : null,
    seconds: isWithRound && seconds.trim() !== '' ? (secondsOf(seconds) ?? null) : null,
    scorecards: hasCards(method)
      ? scorecards.map(({ judge, red, blue }) => ({
          judge: judge.trim(),
          red: Number(red),
          blue: Number(blue),
        }))
      : [],
  };
}

/** @param after the newest version that the form knows. */
/** The server says that a corner is empty. */
const nobody = '00000000-0000-0000-0000-000000000000';

export function bodyOf(
  values: ResultValues,
  { red, blue }: Pick<Bout, 'red' | 'blue'>,
  after: number,
): components['schemas']['ResultSign'] {
  return {
    after,
    redFighterId: red.fighter?.id ?? nobody,
    blueFighterId: blue.fighter?.id ?? nobody,
    ...outcomeOf(values),
    note: values.note.trim() || null,
    reason: after === 0 ? null : values.reason.trim() || null,
  };
}
