import { describe, expect, it } from 'vitest';
import * as rules from './attempt.rules.ts';

const limits = Object.entries(rules).flatMap(([name, value]) =>
  typeof value === 'object' ? [[name, value] as const] : [],
);

/** How often a client can try in an hour when it always fails and tries again as soon as it may. */
function triesInAnHour({ waits, forgetSeconds }: rules.Limit): number {
  let [tries, failures, at] = [0, 0, 0];
  while (at < 3_600) {
    const wait = waits[Math.min(Math.ceil(failures), waits.length - 1)] ?? 0;
    tries++;
    failures += 1;
    at += wait;
    failures = Math.max(0, failures - wait / forgetSeconds);
  }
  return tries;
}

describe('a limit', () => {
  it.each(limits)('never locks for ever: %s', (_name, { waits, forgetSeconds }) => {
    expect(Math.max(...waits)).toBeLessThanOrEqual(3_600);
    expect(forgetSeconds).toBeGreaterThan(0);
  });

  it.each(limits)('has waits that never shrink: %s', (_name, { waits }) => {
    expect(waits).toEqual(waits.toSorted((a, b) => a - b));
    expect(waits.at(-1)).toBeGreaterThan(0);
  });

  // OWASP ASVS 4.0, 2.2.1.
  it('allows fewer than 100 guesses an hour on one account, from one place and from everywhere', () => {
    expect(triesInAnHour(rules.guessesAtOnePlace)).toBeLessThan(25);
    expect(triesInAnHour(rules.guessesFromEverywhere)).toBeLessThan(100);
  });

  it('lets the network of a full venue fail and sign up 100 times before it has to wait', () => {
    for (const limit of [rules.failuresOfNetwork, rules.registrationsOfNetwork, rules.mailsOfNetwork]) {
      expect(limit.waits.filter((wait) => wait === 0).length).toBeGreaterThanOrEqual(100);
    }
  });

  it('lets a person guess five times, and then asks for seconds', () => {
    expect(rules.guessesAtOnePlace.waits.slice(0, 7)).toEqual([0, 0, 0, 0, 1, 2, 4]);
  });
});

describe('inWords', () => {
  it.each([
    [1, '1 second'],
    [89, '89 seconds'],
    [90, '2 minutes'],
    [900, '15 minutes'],
  ])('%d seconds are %s', (seconds, words) => {
    expect(rules.inWords(seconds)).toBe(words);
  });
});
