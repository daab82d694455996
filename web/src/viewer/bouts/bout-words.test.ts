import { recordInShort, roundsInWords, weightInWords } from '@ringside/rules/bout-words';
import { describe, expect, it } from 'vitest';
import { fakeBout } from '../../test/fake-bouts.ts';
import { changeInWords, spokenBout } from './bout-words.ts';
import { ageOn, rulesInWords } from './tape-words.ts';

describe('a bout in words', () => {
  it('is what a screen reader hears of a row', () => {
    const bout = fakeBout('Noor Haddad', 'Jens Okafor', {
      position: 7,
      rounds: 5,
      weightClass: 'Lightweight',
      weightLimitKg: 70,
      title: 'Lightweight title',
    });
    expect(spokenBout(bout, 8)).toBe(
      'Fight 7 of 8, Noor Haddad, red corner, against Jens Okafor, blue corner, 5 rounds of 3 minutes, Lightweight, 70 kg, Lightweight title',
    );
    expect(spokenBout(fakeBout('', 'Jens', { rounds: 1, roundSeconds: 90 }), 1)).toBe(
      'Fight 1 of 1, To be announced, red corner, against Jens, blue corner, 1 round of 1 minute 30 seconds',
    );
  });

  it.each([
    [{ rounds: 3, roundSeconds: 180 }, '3 × 3 min'],
    [{ rounds: 2, roundSeconds: 90 }, '2 × 1:30 min'],
    [{ rounds: 3, roundSeconds: 125 }, '3 × 2:05 min'],
  ])('%j', (rounds, words) => expect(roundsInWords(rounds)).toBe(words));

  it.each([
    [{}, ''],
    [{ weightClass: 'Welterweight' }, 'Welterweight'],
    [{ weightLimitKg: 71.5 }, '71.5 kg'],
    [
      { weightClass: 'Welterweight', weightLimitKg: 71, isCatchweight: true },
      'Welterweight, catchweight, 71 kg',
    ],
  ])('%j is "%s"', (weight, words) => expect(weightInWords(fakeBout('A', 'B', weight))).toBe(words));

  it('says what changed, and why', () => {
    const replacements = [{ corner: 'blue' as const, fighterId: 'x', name: 'Kofi' }];
    expect(changeInWords(fakeBout('A', 'B'))).toBe(undefined);
    expect(changeInWords(fakeBout('A', 'B', { status: 'cancelled', statusReason: 'Flu.' }))).toBe(
      'Cancelled: Flu.',
    );
    expect(changeInWords(fakeBout('A', 'B', { status: 'replaced', replacements }))).toBe('Instead of Kofi');
  });

  it('tells a record, rules and an age', () => {
    const record = { wins: 21, losses: 3, draws: 1, noContests: 0, knockouts: 11, countedUntil: null };
    expect(recordInShort(record)).toBe('21-3-1');
    expect(rulesInWords({ rules: 'muay-thai', rulesText: 'no elbows' })).toBe('Muay Thai, no elbows');
    expect(rulesInWords({ rules: 'other', rulesText: 'House rules' })).toBe('House rules');
    expect(ageOn('1999-11-22', '2026-11-21T20:00:00Z')).toBe(26);
    expect(ageOn('1999-11-21', '2026-11-21T20:00:00Z')).toBe(27);
  });
});
