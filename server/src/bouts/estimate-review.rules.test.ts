/** docs/product/card.md, 46.8. */
import { describe, expect, it } from 'vitest';
import type { CardBout } from './card-state.rules.ts';
import { reviewEstimate } from './estimate-review.rules.ts';

const begin = Date.parse('2027-03-06T19:00:00Z');
const at = (minutes: number) => new Date(begin + minutes * 60_000).toISOString();
const block = { id: 'b', startDate: at(0), endDate: at(240) };

/** @param from the first bell, in minutes. @param to its end. */
function bout(id: string, from?: number, to?: number, changes: Partial<CardBout> = {}): CardBout {
  const bells: CardBout['bells'] = [];
  if (from !== undefined) bells.push({ id: `${id}1`, kind: 'round-start', round: 1, at: at(from) });
  if (to !== undefined) bells.push({ id: `${id}2`, kind: 'over', round: null, at: at(to) });
  const fight = { rounds: 3, roundSeconds: 180, breakSeconds: 60, hasExtraRound: false };
  return { id, blockId: 'b', status: 'announced', ...fight, bells, ...changes };
}

describe('reviewEstimate', () => {
  it('compares at each end what was expected with what came, and not what was known already', () => {
    const review = reviewEstimate([bout('1', 0, 10), bout('2', 17, 27), bout('m', 34)], [block]);
    expect(review.map(({ boutId, count, withinSpan }) => [boutId, count, withinSpan])).toEqual([
      ['1', 2, 2],
      ['2', 1, 1],
    ]);
    // The usual changeover takes seven minutes.
    expect(review[0]?.medianErrorSeconds).toBeLessThan(120);
    expect(review[1]?.mainEvent).toEqual({ expectedAt: at(34), startedAt: at(34) });
  });

  it('tells a late night as it was', () => {
    const [review] = reviewEstimate([bout('1', 0, 10), bout('2', 70, 80)], [block]);
    expect(review).toMatchObject({ count: 1, withinSpan: 0, medianErrorSeconds: 53 * 60 });
  });

  it('counts neither cancelled bouts nor those that have not begun', () => {
    const card = [bout('1', 0, 10), bout('2', undefined, undefined, { status: 'cancelled' }), bout('3')];
    expect(reviewEstimate(card, [block])).toEqual([]);
    expect(reviewEstimate([bout('1'), bout('2')], [block])).toEqual([]);
  });
});
