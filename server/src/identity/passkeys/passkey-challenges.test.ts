import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { challengeLifetimeMs, challengeOf } from './passkey.rules.ts';
import { createPasskeyChallenges } from './passkey-challenges.ts';

const challenges = createPasskeyChallenges(randomBytes(32));
const now = new Date('2026-11-28T20:00:00Z');
const later = (ms: number) => new Date(now.getTime() + ms);
const make = () => challenges.make(now).toString('base64url');

describe('a challenge of a sign-in', () => {
  it('is accepted until it expires, also when the clock was set back a little', () => {
    const challenge = make();
    for (const ms of [0, challengeLifetimeMs - 1, -60_000])
      expect(challenges.expiryOf(challenge, later(ms))).toEqual(later(challengeLifetimeMs));
    for (const ms of [challengeLifetimeMs, -60_001, -3_600_000])
      expect(challenges.expiryOf(challenge, later(ms))).toBeUndefined();
  });

  it('is never the same, and has the form that an answer repeats', () => {
    expect(make()).not.toBe(make());
    const clientData = Buffer.from(JSON.stringify({ challenge: make() })).toString('base64url');
    expect(challengeOf(clientData)).toHaveLength(43);
  });

  it.each([0, 5, 6, 15, 16, 31])('is refused when byte %d was changed', (index) => {
    const bytes = challenges.make(now);
    bytes[index] = (bytes[index] ?? 0) ^ 1;
    expect(challenges.expiryOf(bytes.toString('base64url'), now)).toBeUndefined();
  });

  it('is refused in another spelling, of another server, and of another length', () => {
    const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
    const challenge = make();
    const spare = letters[letters.indexOf(challenge.slice(-1)) + 1] ?? '';
    const others = createPasskeyChallenges(randomBytes(32)).make(now).toString('base64url');
    for (const text of [
      challenge.slice(0, -1) + spare,
      others,
      `${challenge}AA`,
      challenge.slice(2),
      '',
      '=',
    ])
      expect(challenges.expiryOf(text, now)).toBeUndefined();
  });
});
