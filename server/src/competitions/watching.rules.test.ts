import { describe, expect, it } from 'vitest';
import {
  mayKeepWatching,
  mayKeepWatchingUntil,
  mayWatch,
  playbackMode,
  signedUrlExpiry,
  type WatchingQuestion,
} from './watching.rules.ts';

const now = new Date('2026-11-21T20:00:00Z');
const at = (hour: number) => new Date(now.getTime() + hour * 3_600_000).toISOString();
const access = (from: number, to: number | null) => ({
  startDate: at(from),
  endDate: to === null ? null : at(to),
});

const paid: WatchingQuestion = {
  streamIsActive: true,
  paymentRequired: true,
  accesses: [],
  permissions: [],
  now,
};
const organiser = ['event:read'];

describe('mayWatch', () => {
  it.each<[name: string, question: Partial<WatchingQuestion>, reason: string | null]>([
    ['a free block', { paymentRequired: false }, null],
    [
      'a free block with an access that is over',
      { paymentRequired: false, accesses: [access(-2, -1)] },
      null,
    ],
    ['a free block that is off', { paymentRequired: false, streamIsActive: false }, 'stream-inactive'],
    ['a paid block', {}, 'access-required'],
    ['a paid block that is off, without access', { streamIsActive: false }, 'access-required'],
    ['an open access', { accesses: [access(-1, 1)] }, null],
    ['an access without end', { accesses: [access(-1, null)] }, null],
    [
      'an open access to what is off',
      { accesses: [access(-1, 1)], streamIsActive: false },
      'stream-inactive',
    ],
    ['an access that begins now', { accesses: [access(0, 1)] }, null],
    ['an access that ends now', { accesses: [access(-1, 0)] }, 'access-ended'],
    ['an access that begins later', { accesses: [access(1, 2)] }, 'access-not-started'],
    ['an access that is over', { accesses: [access(-2, -1)] }, 'access-ended'],
    ['an access without length', { accesses: [access(0, 0)] }, 'access-ended'],
    ['one over and one to come', { accesses: [access(-2, -1), access(1, 2)] }, 'access-not-started'],
    ['one over, one to come and one open', { accesses: [access(-2, -1), access(1, 2), access(-1, 1)] }, null],
    ['an organiser', { permissions: organiser }, null],
    ['an organiser whose access is over', { permissions: organiser, accesses: [access(-2, -1)] }, null],
    ['an organiser before what is off', { permissions: organiser, streamIsActive: false }, 'stream-inactive'],
    ['another permission', { permissions: ['event:update', 'identity.user:read'] }, 'access-required'],
  ])('decides about %s', (_name, question, reason) => {
    expect(mayWatch({ ...paid, ...question })).toMatchObject({ canWatch: reason === null, reason });
  });

  it.each([
    ['none', [], null],
    ['the open one that lasts longest', [access(-3, 1), access(-1, 4), access(-2, 2)], access(-1, 4)],
    ['the open one without end', [access(-1, 4), access(-3, null)], access(-3, null)],
    ['the open one rather than the next', [access(1, 9), access(-1, 1)], access(-1, 1)],
    ['the next one', [access(3, 4), access(1, 2), access(-2, -1)], access(1, 2)],
    ['the one that ended last', [access(-4, -3), access(-9, -1)], access(-9, -1)],
  ])('returns the window to show: %s', (_name, accesses, window) => {
    expect(mayWatch({ ...paid, accesses }).window).toEqual(window);
  });
});

describe('mayKeepWatching', () => {
  it.each<[name: string, question: Partial<WatchingQuestion>, expected: boolean]>([
    ['a free block', { paymentRequired: false }, true],
    ['a free block that is off', { paymentRequired: false, streamIsActive: false }, true],
    ['an open access', { accesses: [access(-1, 1)] }, true],
    ['an open access to what is off', { accesses: [access(-1, 1)], streamIsActive: false }, true],
    ['an organiser before what is off', { permissions: organiser, streamIsActive: false }, true],
    ['an access that was taken back', {}, false],
    ['an access that ends now', { accesses: [access(-1, 0)] }, false],
    ['an access that begins later', { accesses: [access(1, 2)] }, false],
    ['an access that is over, to what is off', { accesses: [access(-2, -1)], streamIsActive: false }, false],
  ])('decides about %s', (_name, question, expected) => {
    expect(mayKeepWatching({ ...paid, ...question })).toBe(expected);
  });
});

describe('mayKeepWatchingUntil', () => {
  it.each<[name: string, question: Partial<WatchingQuestion>, until: number | undefined]>([
    ['a free block', { paymentRequired: false }, Number.POSITIVE_INFINITY],
    ['an open access', { accesses: [access(-1, 1)] }, Date.parse(at(1))],
    ['the open access that lasts longest', { accesses: [access(-1, 1), access(-2, 3)] }, Date.parse(at(3))],
    ['an access without end', { accesses: [access(-1, null)] }, Number.POSITIVE_INFINITY],
    ['an access that ends now', { accesses: [access(-1, 0)] }, undefined],
    ['an access that begins later', { accesses: [access(1, 2)] }, undefined],
    ['no access', {}, undefined],
  ])('returns the instant for %s', (_name, question, until) => {
    expect(mayKeepWatchingUntil({ ...paid, ...question })).toBe(until);
  });
});

describe('playbackMode', () => {
  it.each([
    [1, 'live'],
    [0, 'replay'],
    [-1, 'replay'],
  ])('with the end in %d hours is %s', (hour, mode) => {
    expect(playbackMode({ endDate: at(hour), broadcast: null }, now)).toBe(mode);
  });

  it.each([
    ['interrupted', -1, 'live'],
    ['live', -1, 'live'],
    ['ended', 1, 'replay'],
  ])('with a broadcast that is %s and the end in %d hours is %s', (broadcast, hour, mode) => {
    expect(playbackMode({ endDate: at(hour), broadcast }, now)).toBe(mode);
  });
});

describe('signedUrlExpiry', () => {
  it.each([
    ['mse', 'live', 5, 120],
    ['mse', 'replay', -5, 120],
    ['native', 'live', 5, 5 * 3600],
    ['native', 'live', 13, 12 * 3600],
    ['native', 'live', 0.01, 120],
    ['native', 'replay', -5, 12 * 3600],
  ] as const)(
    'gives a %s player of a %s, which ends in %d hours, %d seconds',
    (player, mode, end, seconds) => {
      const expiry = signedUrlExpiry({ player, mode, endDate: at(end) }, now);
      expect((expiry.getTime() - now.getTime()) / 1_000).toBe(seconds);
    },
  );
});
