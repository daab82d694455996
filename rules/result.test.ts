import { describe, expect, it } from 'vitest';
import {
  type FoughtBout,
  findResultIssues,
  isKnockout,
  officialVersion,
  type ResultGiven,
  resultMethods,
  winnersOf,
} from './result.ts';

const bout: FoughtBout = { rounds: 3, roundSeconds: 180, hasExtraRound: false, status: 'announced' };
const knockout: ResultGiven = { winner: 'red', method: 'ko', round: 2, seconds: 94, scorecards: [] };
const decision: ResultGiven = { ...knockout, method: 'decision-unanimous', round: null, seconds: null };
const card = (red: number, blue: number) => ({ red, blue });
const fieldsOf = (given: ResultGiven, of: Partial<FoughtBout> = {}) =>
  findResultIssues(given, { ...bout, ...of }).map(({ field }) => field);

describe('findResultIssues', () => {
  it.each<[string, Partial<ResultGiven>]>([
    ['a knockout', {}],
    ['a knockout at the last second of the last round', { round: 3, seconds: 180 }],
    ['a knockout whose time nobody has noted', { seconds: null }],
    ['a draw of the judges', { ...decision, winner: 'draw' }],
    ['a decision that names the last round', { ...decision, round: 3 }],
    ['a disqualification after the fight', { method: 'disqualification', round: null, seconds: null }],
    ['a no contest in a round', { method: 'no-contest', winner: 'none' }],
    ['a walkover', { method: 'walkover', winner: 'none', round: null, seconds: null }],
    ['a split decision', { ...decision, scorecards: [card(29, 28), card(28, 29), card(29, 28)] }],
    ['a decision on level cards, after the extra round', { ...decision, scorecards: [card(30, 30)] }],
    ['a knockout of who was behind', { scorecards: [card(9, 10)] }],
  ])('has none for %s', (_, given) => {
    expect(fieldsOf({ ...knockout, ...given })).toEqual([]);
  });

  it.each<[string, Partial<ResultGiven>, string[]]>([
    ['a knockout without a winner', { winner: 'draw' }, ['winner']],
    ['a decision that nobody could win', { ...decision, winner: 'none' }, ['winner']],
    ['a no contest with a winner', { method: 'no-contest' }, ['winner']],
    ['a walkover that was fought', { method: 'walkover', winner: 'none' }, ['round', 'seconds']],
    ['a knockout in no round', { round: null, seconds: null }, ['round']],
    ['a time in no round', { method: 'injury', round: null }, ['seconds']],
    ['a round too many', { round: 4 }, ['round']],
    ['a second too many', { seconds: 181 }, ['seconds']],
    ['a decision in the middle', { ...decision, round: 2, seconds: 10 }, ['round', 'seconds']],
    ['cards for the other corner', { ...decision, scorecards: [card(28, 29), card(27, 30)] }, ['scorecards']],
    [
      'cards of a walkover',
      { ...decision, method: 'walkover', winner: 'none', scorecards: [card(1, 1)] },
      ['scorecards'],
    ],
  ])('names %s', (_, given, fields) => {
    expect(fieldsOf({ ...knockout, ...given })).toEqual(fields);
  });

  it('knows the extra round', () => {
    expect(fieldsOf({ ...knockout, round: 4 }, { hasExtraRound: true })).toEqual([]);
    expect(fieldsOf({ ...decision, round: 4 }, { hasExtraRound: true })).toEqual([]);
    expect(fieldsOf({ ...knockout, round: 5 }, { hasExtraRound: true })).toEqual(['round']);
  });

  it('lets nobody win a cancelled bout', () => {
    expect(fieldsOf(knockout, { status: 'cancelled' })).toEqual(['method']);
    const walkover: ResultGiven = { ...decision, method: 'walkover', winner: 'none' };
    expect(fieldsOf(walkover, { status: 'cancelled' })).toEqual([]);
  });

  it('has a method that fits for each winner, and knockouts have one', () => {
    expect(new Set(resultMethods.flatMap(winnersOf))).toEqual(new Set(['red', 'blue', 'draw', 'none']));
    for (const method of resultMethods.filter(isKnockout)) expect(winnersOf(method)).toEqual(['red', 'blue']);
  });
});

describe('officialVersion', () => {
  it('is the highest official one, also while a correction waits', () => {
    const at = '2026-11-21T21:00:00Z';
    const versions = [
      { version: 3, officialAt: null },
      { version: 1, officialAt: at },
      { version: 2, officialAt: at },
    ];
    expect(officialVersion(versions)?.version).toBe(2);
    expect(officialVersion([{ version: 1, officialAt: null }])).toBe(undefined);
  });
});
