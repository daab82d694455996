import { expect, it } from 'vitest';
import { fakeBout } from '../../../test/fake-bouts.ts';
import { fakeResult } from '../../../test/fake-results.ts';
import type { BoutMoment } from '../night/night-words.ts';
import { withResults } from './result-moments.ts';

const bout = fakeBout('Noor Haddad', 'Jens Okafor');
const over: BoutMoment = { when: 'over', words: 'Over', spoken: 'over' };
const momentOf = (change: Parameters<typeof fakeResult>[1]) =>
  withResults(new Map([[bout.id, over]]), [fakeResult(bout, change)], [bout]).get(bout.id);

it('says in the place of the bells who has won and how', () => {
  expect(momentOf({})).toEqual({
    when: 'result',
    words: 'KO, round 2, 1:34',
    spoken: 'Noor Haddad won: KO, round 2, 1:34',
    winner: 'red',
  });
});

it.each([
  ['Draw: Split decision', { winner: 'draw', method: 'decision-split', round: null, seconds: null }],
  ['No contest', { winner: 'none', method: 'no-contest', round: null, seconds: null }],
] as const)('marks no corner of a %s', (words, change) => {
  expect(momentOf(change)).toMatchObject({ words, winner: undefined });
});

it('names who has won, and marks nobody, when the card names another fighter by now', () => {
  const red = { id: 'kofi', slug: 'kofi', name: 'Kofi Mensah' };
  expect(momentOf({ red })).toMatchObject({
    words: 'Kofi Mensah won: KO, round 2, 1:34',
    winner: undefined,
  });
});

it('says nothing of a bout that is not on the card', () => {
  const other = fakeResult(fakeBout('A', 'B'));
  expect([...withResults(new Map([[bout.id, over]]), [other], [bout])]).toEqual([[bout.id, over]]);
});
