import { type Bell, type BellKind, chapterStartMs } from '@ringside/rules/bell';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type BoutBells, chaptersOf } from './chapters.rules.ts';

const time = (second: number) => new Date(Date.parse('2027-03-06T20:00:00Z') + second * 1_000).toISOString();
const bout = (boutId: string, walkout?: number, round?: number, over?: number): BoutBells => {
  const at = (second: number | undefined) => (second === undefined ? null : time(second));
  return { boutId, walkoutAt: at(walkout), roundAt: at(round), overAt: at(over) };
};

const recording = (
  firstBells: BoutBells[],
  more: Partial<Parameters<typeof chaptersOf>[0]> = {},
): Parameters<typeof chaptersOf>[0] => ({
  firstBells,
  venueDelayMs: 0,
  setChapters: [],
  isFilm: false,
  ...more,
});

describe('chaptersOf', () => {
  it('begins before the walkout or the first bell, in the order of the evening', () => {
    expect(
      chaptersOf(
        recording([bout('late', undefined, 900), bout('early', 100, 200, 700)], { venueDelayMs: 2_000 }),
      ),
    ).toEqual([
      { boutId: 'early', startsAt: time(94), bellAt: time(202) },
      { boutId: 'late', startsAt: time(897), bellAt: time(902) },
    ]);
  });

  it('has none for a bout in which nothing was rung, and for a walkover', () => {
    expect(chaptersOf(recording([bout('waiting'), bout('walkover', undefined, undefined, 50)]))).toEqual([]);
  });

  it('has one for a bout that was cancelled after the walkout', () => {
    expect(chaptersOf(recording([bout('cancelled', 100)]))).toEqual([
      { boutId: 'cancelled', startsAt: time(92), bellAt: null },
    ]);
  });

  it('begins where it was set by hand, in the order of the video', () => {
    const setChapters = [
      { boutId: 'a', startsAt: time(500) },
      { boutId: 'b', startsAt: time(300) },
    ];
    expect(chaptersOf(recording([bout('a', 100, 200), bout('c', 400)], { setChapters }))).toEqual([
      { boutId: 'b', startsAt: time(300), bellAt: null },
      { boutId: 'c', startsAt: time(392), bellAt: null },
      { boutId: 'a', startsAt: time(500), bellAt: time(200) },
    ]);
  });

  it('goes by no bell in a film, whose clock is another one', () => {
    const setChapters = [{ boutId: 'a', startsAt: time(500) }];
    expect(
      chaptersOf(recording([bout('a', 100, 200), bout('c', 400)], { setChapters, isFilm: true })),
    ).toEqual([{ boutId: 'a', startsAt: time(500), bellAt: null }]);
  });

  it('agrees with the rule that knows all bells', () => {
    const kinds: BellKind[] = ['walkout', 'round-start', 'round-end', 'stopped', 'over'];
    const tap = fc.record({
      kind: fc.constantFrom(...kinds),
      round: fc.integer({ min: 1, max: 3 }),
      at: fc.nat(600),
    });
    fc.assert(
      fc.property(fc.uniqueArray(tap, { selector: ({ at }) => at }), (taps) => {
        const bells = taps.map(
          ({ kind, round, at }, index): Bell => ({
            id: String(index),
            kind,
            round: kind === 'walkout' || kind === 'over' ? null : round,
            at: Date.parse(time(at)),
            isUndone: false,
          }),
        );
        const first = (kind: BellKind) => {
          const times = taps.filter((each) => each.kind === kind).map(({ at }) => at);
          return times.length > 0 ? Math.min(...times) : undefined;
        };
        const [chapter] = chaptersOf(
          recording([bout('a', first('walkout'), first('round-start'), first('over'))]),
        );
        // A bell of a round that came before the first start decides otherwise; nobody rings the end of a round first.
        const isOdd = bells.some(({ kind }) => kind === 'round-end' || kind === 'stopped');
        if (!isOdd) expect(chapter && Date.parse(chapter.startsAt)).toBe(chapterStartMs(bells, 0));
      }),
    );
  });
});
