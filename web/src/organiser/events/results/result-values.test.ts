import type { Bell, BellKind } from '@ringside/rules/bell';
import { describe, expect, it } from 'vitest';
import { fakeBout } from '../../../test/fake-bouts.ts';
import {
  bodyOf,
  checkResult,
  type ResultValues,
  secondsOf,
  valuesFrom,
  winnerAfter,
} from './result-values.ts';

const bout = fakeBout('Noor', 'Jens');
const bells = (...rung: [second: number, kind: BellKind, round?: number][]): Bell[] =>
  rung.map(([second, kind, round = null as never]) => ({
    id: `${second}`,
    kind,
    round,
    at: 1_800_000_000_000 + second * 1_000,
    isUndone: false,
  }));
const toTheThird: [number, BellKind, number?][] = [
  [0, 'walkout'],
  [60, 'round-start', 1],
  [240, 'round-end', 1],
  [300, 'round-start', 2],
  [480, 'round-end', 2],
  [540, 'round-start', 3],
];
const empty: ResultValues = valuesFrom(bout, []);

describe('valuesFrom', () => {
  it('fills round and time of a fight that was stopped, without the time of a restart', () => {
    const stopped = bells(
      ...toTheThird.slice(0, 4),
      [320, 'stopped', 2],
      [350, 'round-start', 2],
      [424, 'stopped', 2],
      [450, 'over'],
    );
    expect(valuesFrom(bout, stopped)).toMatchObject({ method: '', winner: '', round: '2', seconds: '1:34' });
  });

  it('proposes the judges after the last round, and guesses nothing after a corner that gave up', () => {
    expect(valuesFrom(bout, bells(...toTheThird, [720, 'round-end', 3], [800, 'over']))).toMatchObject({
      method: 'decision-unanimous',
      winner: '',
      round: '',
    });
    expect(valuesFrom(bout, bells(...toTheThird.slice(0, 5), [500, 'over']))).toMatchObject({
      method: '',
      round: '2',
      seconds: '3:00',
    });
    expect(valuesFrom(bout, bells([0, 'over']))).toEqual(empty);
  });

  it('is never longer than a round', () => {
    expect(valuesFrom(bout, bells(...toTheThird, [725, 'over']))).toMatchObject({
      round: '3',
      seconds: '3:00',
    });
  });
});

it.each([
  ['1:34', 94],
  ['94', 94],
  ['0:05', 5],
  ['1:60', undefined],
  ['ninety', undefined],
  ['', undefined],
])('%j is %s seconds', (text, seconds) => {
  expect(secondsOf(text)).toBe(seconds);
});

it('chooses the only winner, and drops one that is impossible', () => {
  expect(winnerAfter('walkover', 'red')).toBe('none');
  expect(winnerAfter('ko', 'draw')).toBe('');
  expect(winnerAfter('decision-split', 'draw')).toBe('draw');
});

it('finds what is missing, and sends only what the method has', () => {
  expect(Object.keys(checkResult(empty, bout))).toEqual(['method', 'winner']);
  const values: ResultValues = {
    ...empty,
    method: 'ko',
    winner: 'red',
    round: '2',
    seconds: '3:01',
    scorecards: [{ judge: 'Ana', red: '10', blue: 'x' }],
  };
  expect(Object.keys(checkResult(values, bout))).toEqual(['scorecards.0.blue']);
  expect(Object.keys(checkResult({ ...values, scorecards: [] }, bout))).toEqual(['seconds']);
  expect(bodyOf({ ...values, method: 'decision-split', scorecards: [], reason: ' Late. ' }, bout, 2)).toEqual(
    {
      after: 2,
      redFighterId: bout.red.fighter?.id,
      blueFighterId: bout.blue.fighter?.id,
      method: 'decision-split',
      winner: 'red',
      round: null,
      seconds: null,
      scorecards: [],
      note: null,
      reason: 'Late.',
    },
  );
});
