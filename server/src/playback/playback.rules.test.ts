import { describe, expect, it } from 'vitest';
import { isLeaseLive, type Lease, leasesToEnd } from './playback.rules.ts';

const now = new Date('2026-11-21T20:00:00Z');
const ago = (seconds: number) => new Date(now.getTime() - seconds * 1_000).toISOString();

/** A lease named after its device. */
const lease = (device: string, startedSecondsAgo: number, others: Partial<Lease> = {}): Lease => ({
  id: `lease of ${device}`,
  sessionId: device,
  createdAt: ago(startedSecondsAgo),
  pingedAt: ago(5),
  endedAt: null,
  signedOutAt: null,
  ...others,
});

describe('isLeaseLive', () => {
  it.each([
    ['pinged now', ago(0), null, true],
    ['pinged just within the minute', ago(59.999), null, true],
    ['pinged a minute ago', ago(60), null, false],
    ['ended', ago(0), ago(1), false],
  ])('decides about a lease that was %s', (_name, pingedAt, endedAt, expected) => {
    expect(isLeaseLive({ pingedAt, endedAt }, now)).toBe(expected);
  });
});

describe('leasesToEnd', () => {
  it.each<[name: string, running: Lease[], ended: Record<string, string>]>([
    ['the first device', [], {}],
    ['a second device', [lease('a', 9)], {}],
    ['a third device: the oldest', [lease('b', 5), lease('a', 9)], { a: 'device-limit' }],
    ['the same device', [lease('new', 9)], { new: 'replacement' }],
    ['the same device beside another', [lease('new', 3), lease('a', 9)], { new: 'replacement' }],
    [
      'more leases than allowed: all but the newest',
      [lease('a', 9), lease('b', 8), lease('c', 7)],
      { a: 'device-limit', b: 'device-limit' },
    ],
    ['a lease without pings', [lease('a', 90, { pingedAt: ago(61) }), lease('b', 5)], { a: 'expiry' }],
    [
      'a lease of the same device without pings',
      [lease('new', 90, { pingedAt: ago(61) })],
      { new: 'expiry' },
    ],
    [
      'a lease without pings, which makes room',
      [lease('a', 9), lease('b', 90, { pingedAt: ago(61) })],
      { b: 'expiry' },
    ],
    [
      'a lease of a device that signed out, which makes room',
      [lease('a', 9), lease('b', 5, { signedOutAt: ago(1) })],
      { b: 'stop' },
    ],
  ])('ends, for %s', (_name, running, ended) => {
    const result = (leasesToEnd(running, 'new', now) ?? []).map(({ id, reason }) => [
      id.replace('lease of ', ''),
      reason,
    ]);
    expect(Object.fromEntries(result)).toEqual(ended);
    expect(result).toHaveLength(Object.keys(ended).length);
  });
});

describe('leasesToEnd, when no device may be ended unasked,', () => {
  const two = [lease('a', 9), lease('b', 5)];
  it.each<[name: string, running: Lease[], inPlaceOf: string | undefined, ended: string[] | undefined]>([
    ['starts beside one device', [lease('a', 9)], undefined, []],
    ['refuses a third device', two, undefined, undefined],
    ['replaces the session of the same device', [lease('new', 3), lease('a', 9)], undefined, ['new']],
    ['takes the place of the named device', two, 'lease of b', ['b']],
    ['ends the named device also where there is room', [lease('a', 9)], 'lease of a', ['a']],
    [
      'refuses where the named device has ended',
      [...two, lease('c', 1, { signedOutAt: ago(1) })],
      'lease of c',
      undefined,
    ],
    ['refuses where the named device is nobody', two, 'lease of a stranger', undefined],
    ['refuses where the named device is its own', [...two, lease('new', 1)], 'lease of new', undefined],
    [
      'takes a place that has expired',
      [lease('a', 90, { pingedAt: ago(61) }), lease('b', 5)],
      undefined,
      ['a'],
    ],
  ])('%s', (_name, running, inPlaceOf, ended) => {
    const result = leasesToEnd(running, 'new', now, { atLimit: 'refuse', inPlaceOf });
    expect(result?.map(({ id }) => id.replace('lease of ', ''))).toEqual(ended);
  });
});
