import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type CardState, momentOf, secondsInRound, stateAt, withState } from './card-states.ts';

const base = Date.parse('2026-11-21T20:00:00Z');
const stateOf = (second: number | null, on: CardState['on'] = []): CardState => ({
  at: second === null ? null : new Date(base + second * 1_000).toISOString(),
  cardTag: 'tag',
  on,
  overBoutIds: [],
  expected: [],
  venueDelays: [],
});
const heard = (...states: CardState[]) => states.reduce(withState, [] as CardState[]);
const ms = (second: number) => base + second * 1_000;

describe('stateAt', () => {
  it('is the newest one that the moment has reached, and the plan before the first bell', () => {
    const [plan, walkout, round] = [stateOf(null), stateOf(10), stateOf(70)];
    const states = heard(plan, walkout, round);
    expect([-5, 10, 69, 70].map((second) => stateAt(states, ms(second)))).toEqual([
      plan,
      walkout,
      walkout,
      round,
    ]);
  });

  it('is nothing for a viewer who is behind the first state that was heard', () => {
    expect(stateAt(heard(stateOf(100)), ms(99))).toBeUndefined();
  });

  it('never shows a bell that was undone before the picture came to it', () => {
    const [walkout, wrong, undone] = [stateOf(10), stateOf(200), stateOf(10)];
    const states = heard(walkout, wrong, undone);
    expect(stateAt(states, ms(500))).toBe(undone);
    expect(states).toEqual([undone]);
  });

  it('never shows what has not happened yet, whatever came', () => {
    fc.assert(
      fc.property(fc.array(fc.option(fc.nat(500))), fc.integer({ min: -10, max: 600 }), (seconds, second) => {
        const states = heard(...seconds.map((each) => stateOf(each)));
        const shown = stateAt(states, ms(second));
        expect(shown?.at == null || Date.parse(shown.at) <= ms(second)).toBe(true);
        const last = seconds.at(-1);
        const isReached = last === null || (last !== undefined && last <= second);
        if (isReached) expect(shown).toBe(states.at(-1));
      }),
    );
  });
});

describe('momentOf', () => {
  const delays = [{ liveStreamId: 'ring', milliseconds: 2_000 }];
  const picture = { liveStreamId: 'ring', takenAt: ms(10), isAtEdge: false };

  it.each([
    ['now without a picture', [], ms(60)],
    ['that of the picture, less its delay', [picture], ms(8)],
    ['now beside the picture of another event', [{ ...picture, liveStreamId: 'other' }], ms(60)],
    ['that of the picture furthest behind', [picture, { ...picture, takenAt: ms(50) }], ms(8)],
    [
      'never later than now, whatever the clock of the encoder says',
      [{ ...picture, takenAt: ms(999) }],
      ms(60),
    ],
    [
      'well before now for a live picture without a clock',
      [{ ...picture, takenAt: null, isAtEdge: true }],
      ms(15),
    ],
    [
      'not known for another picture without a clock',
      [{ ...picture, takenAt: null }],
      Number.NEGATIVE_INFINITY,
    ],
  ])('is %s', (_, pictures, moment) => {
    expect(momentOf(pictures, delays, ms(60))).toBe(moment);
  });
});

describe('secondsInRound', () => {
  const round = (second: number) => stateOf(second, [{ boutId: 'b', phase: 'round', round: 2 }]);
  const stopped = (second: number) => stateOf(second, [{ boutId: 'b', phase: 'stopped', round: 2 }]);

  it('counts from the bell', () => {
    const states = heard(stateOf(0), round(10));
    expect(secondsInRound(states, states[1] as CardState, ms(104.5))).toBe(94);
  });

  it('is not known after a restart, and in a break', () => {
    const states = heard(round(10), stopped(20), round(60));
    expect(secondsInRound(states, states[2] as CardState, ms(70))).toBeUndefined();
    expect(secondsInRound(states, states[1] as CardState, ms(70))).toBeUndefined();
  });
});
