import { describe, expect, it } from 'vitest';
import type { CardState } from './card-states.ts';
import { momentOfBout, phaseInWords } from './night-words.ts';

const state: CardState = {
  at: '2026-11-21T20:28:10Z',
  cardTag: 'tag',
  on: [{ boutId: 'on', phase: 'round', round: 2 }],
  overBoutIds: ['over'],
  expected: [
    {
      boutId: 'next',
      at: '2026-11-21T20:41:00Z',
      earliest: '2026-11-21T20:34:00Z',
      latest: '2026-11-21T20:52:00Z',
      isPlan: false,
    },
    {
      boutId: 'planned',
      at: '2026-11-21T21:02:00Z',
      earliest: '2026-11-21T20:50:00Z',
      latest: '2026-11-21T21:20:00Z',
      isPlan: true,
    },
  ],
  venueDelays: [],
};
const zone = { zone: 'Europe/Amsterdam', locales: ['en-GB'] };
const wordsAt = (boutId: string, time = '20:30') =>
  momentOfBout(state, boutId, Date.parse(`2026-11-21T${time}:00Z`), zone);

describe('momentOfBout', () => {
  it('says what is on and what is over', () => {
    expect([wordsAt('on')?.words, wordsAt('over')?.words]).toEqual(['Now', 'Over']);
  });

  it('says about when a bout begins, with its span, for eyes and ears', () => {
    expect(wordsAt('next')).toEqual({
      when: 'expected',
      words: 'About 21:40',
      span: '21:34 to 21:52',
      spoken: 'in about 10 minutes',
    });
  });

  it('promises no time that has passed', () => {
    expect(wordsAt('next', '20:50')).toEqual({ when: 'expected', words: 'Soon', spoken: 'soon' });
  });

  it('calls a plan a plan', () => {
    expect(wordsAt('planned')).toEqual({
      when: 'expected',
      words: 'Planned 22:00',
      spoken: 'planned 22:00',
    });
  });

  it('names another day', () => {
    const now = Date.parse('2026-11-20T20:30:00Z');
    expect(momentOfBout(state, 'planned', now, zone)?.words).toBe('Planned Sat, 22:00');
    expect(momentOfBout(state, 'next', now, zone)?.words).toBe('About Sat, 21:40');
  });

  it('says nothing of a bout that is not known', () => {
    expect(wordsAt('cancelled')).toBeUndefined();
  });
});

describe('phaseInWords', () => {
  it.each([
    ['Walkout', 'walkout', null, undefined],
    ['Round 2, 1:34', 'round', 2, 94],
    ['Round 2', 'round', 2, undefined],
    // What a stop means is a result.
    ['Round 2', 'stopped', 2, undefined],
    ['After round 2', 'break', 2, undefined],
  ] as const)('is %s', (words, phase, round, seconds) => {
    expect(phaseInWords({ boutId: 'b', phase, round }, seconds)).toBe(words);
  });
});
