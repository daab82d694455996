import { expect, it } from 'vitest';
import { fakeBout } from '../../../test/fake-bouts.ts';
import type { BoutMoment } from '../night/night-words.ts';
import { boutSeenAt, withSeen } from './seen-moments.ts';

const chapters = [
  { boutId: 'first', title: '', start: 100, bellAt: 160 },
  { boutId: 'second', title: '', start: 700, bellAt: undefined },
  { boutId: 'third', title: '', start: 900, bellAt: 905 },
];

it.each([
  ['before the first bout', 50, undefined],
  ['in a walkout', 159, undefined],
  ['in its first seconds', 204, undefined],
  ['45 seconds after its bell', 205, 'first'],
  ['long after its end', 699, 'first'],
  ['in a bout whose bell is not known', 899, undefined],
  ['in the first seconds of the next one', 910, undefined],
  ['far behind all others', 5_000, 'third'],
])('a picture that is %s has shown that bout', (_, position, expected) => {
  expect(boutSeenAt(chapters, position)).toBe(expected);
});

const bout = fakeBout('Noor Haddad', 'Jens Okafor');
const said = (moment: BoutMoment | undefined, isPast: boolean, isBehind = false) =>
  withSeen(new Map(moment && [[bout.id, moment]]), [bout], {
    seenIds: [bout.id, 'of-another-event'],
    isPast: () => isPast,
    isBehind,
  }).get(bout.id)?.words;

it.each(['on', 'expected', 'result'] as const)('a bout that is %s says so', (when) => {
  expect(said({ when, words: 'more important', spoken: '' }, false)).toBe('more important');
});

it('stands where the bells say "over", and at blocks that are over', () => {
  const over: BoutMoment = { when: 'over', words: 'Over', spoken: 'over' };
  expect([said(over, false), said(over, false, true), said(undefined, true)]).toEqual([
    'Seen',
    'Seen',
    'Seen',
  ]);
});

it('does not say that a bout is over: neither before its state is known, nor while a live picture is behind', () => {
  expect([said(undefined, false), said(undefined, true, true)]).toEqual([undefined, undefined]);
});
