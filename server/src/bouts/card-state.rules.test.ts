/** Where a fight night stands, from the card and its bells. */
import type { BellKind } from '@ringside/rules/bell';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type CardBout, cardStateOf } from './card-state.rules.ts';

const prelims = { id: 'prelims', startDate: '2027-03-06T18:00:00Z', endDate: '2027-03-06T20:00:00Z' };
const main = { id: 'main', startDate: '2027-03-06T20:00:00Z', endDate: '2027-03-06T23:00:00Z' };
const time = (minutes: number) => new Date(Date.parse(prelims.startDate) + minutes * 60_000).toISOString();

type Rung = [kind: BellKind, round: number | null, minutes: number];

function bout(id: string, rung: Rung[] = [], more: Partial<CardBout> = {}): CardBout {
  const bells = rung.map(([kind, round, minutes], index) => ({
    id: `${id}-${index}`,
    kind,
    round,
    at: time(minutes),
  }));
  const terms = { rounds: 3, roundSeconds: 180, breakSeconds: 60, hasExtraRound: false };
  return { id, blockId: 'prelims', status: 'announced', ...terms, bells, ...more };
}

const whole: Rung[] = [
  ['walkout', null, 0],
  ['round-start', 1, 3],
  ['round-end', 1, 6],
  ['over', null, 7],
];
const idsOf = ({ expected }: ReturnType<typeof cardStateOf>) => expected.map(({ boutId }) => boutId);

describe('cardStateOf', () => {
  it('is the printed plan before the first bell', () => {
    const state = cardStateOf([bout('a'), bout('b'), bout('m', [], { blockId: 'main' })], [prelims, main]);
    expect(state).toMatchObject({ at: null, on: [], overBoutIds: [] });
    expect(idsOf(state)).toEqual(['a', 'b', 'm']);
    expect(state.expected.map(({ isPlan }) => isPlan)).toEqual([true, true, true]);
    expect(state.expected[0]?.at).toBe('2027-03-06T18:00:00.000Z');
    expect(state.expected[2]?.at).toBe('2027-03-06T20:00:00.000Z');
  });

  it('says what is on, since when, and expects the rest in whole minutes', () => {
    const state = cardStateOf(
      [
        bout('a', whole),
        bout('b', [
          ['walkout', null, 12],
          ['round-start', 1, 14.5],
        ]),
        bout('c'),
      ],
      [prelims],
    );
    expect(state.at).toBe(time(14.5));
    expect(state.on).toEqual([{ boutId: 'b', phase: 'round', round: 1 }]);
    expect(state.overBoutIds).toEqual(['a']);
    expect(idsOf(state)).toEqual(['c']);
    for (const { earliest, at, latest } of state.expected) {
      expect([earliest, at, latest].every((each) => each.endsWith(':00.000Z'))).toBe(true);
      expect(earliest < at && at < latest).toBe(true);
    }
  });

  it('tells of a bout that is over neither rounds nor times', () => {
    const early: Rung[] = [
      ['round-start', 1, 1],
      ['stopped', 1, 1.5],
      ['over', null, 2],
    ];
    const late: Rung[] = [
      ['round-start', 1, -8],
      ['round-end', 3, 1],
      ['over', null, 2],
    ];
    const [one, other] = [early, late].map((rung) => cardStateOf([bout('a', rung), bout('b')], [prelims]));
    expect(one).toEqual(other);
  });

  it('holds a bout for over as soon as one behind it begins, and does not expect what was passed over', () => {
    const state = cardStateOf(
      [bout('a', [['round-start', 1, 0]]), bout('skipped'), bout('c', [['walkout', null, 20]]), bout('d')],
      [prelims],
    );
    expect(state.overBoutIds).toEqual(['a']);
    expect(state.on).toEqual([{ boutId: 'c', phase: 'walkout', round: null }]);
    expect(idsOf(state)).toEqual(['c', 'd']);
  });

  it('follows the bells where the fights have another order than the card', () => {
    const second: Rung[] = whole.map(([kind, round, minutes]) => [kind, round, minutes - 30]);
    const state = cardStateOf([bout('a', [['round-start', 1, 5]]), bout('b', second), bout('c')], [prelims]);
    expect(state.on).toEqual([{ boutId: 'a', phase: 'round', round: 1 }]);
    expect([state.overBoutIds, idsOf(state)]).toEqual([['b'], ['c']]);
  });

  it('leaves the plan of a ring alone in which nothing was rung', () => {
    const other = { ...main, startDate: '2027-03-06T19:00:00Z' };
    const plan = bout('m', [], { blockId: 'main' });
    const state = cardStateOf([bout('a', [['round-start', 1, 90]]), plan], [prelims, other]);
    expect(state.expected).toMatchObject([{ boutId: 'm', at: '2027-03-06T19:00:00.000Z', isPlan: true }]);
  });

  it('has nothing on when the bout is cancelled after the walkout', () => {
    const cancelled = bout('a', [['walkout', null, 0]], { status: 'cancelled' });
    const state = cardStateOf([cancelled, bout('b')], [prelims]);
    expect([state.on, state.overBoutIds, idsOf(state)]).toEqual([[], [], ['b']]);
  });

  it('knows two rings by blocks that overlap', () => {
    const other = { ...main, startDate: '2027-03-06T19:00:00Z' };
    const state = cardStateOf(
      [
        bout('a', [['round-start', 1, 60]]),
        bout('b'),
        bout('m', [['round-start', 2, 61]], { blockId: 'main' }),
      ],
      [prelims, other],
    );
    expect(state.on).toEqual([
      { boutId: 'a', phase: 'round', round: 1 },
      { boutId: 'm', phase: 'round', round: 2 },
    ]);
  });

  it('is the same in whatever order the bells come', () => {
    const bells = bout('a', [...whole.slice(0, 3), ['round-start', 2, 6]]).bells;
    fc.assert(
      fc.property(fc.shuffledSubarray(bells, { minLength: bells.length }), (shuffled) => {
        const [asRung, asCome] = [bells, shuffled].map((given) =>
          cardStateOf([bout('a', [], { bells: given }), bout('b')], [prelims]),
        );
        expect(asCome).toEqual(asRung);
      }),
    );
  });
});
