import { describe, expect, it } from 'vitest';
import {
  beginsSoon,
  checkoutUrls,
  covers,
  expiryOf,
  isFinalRefusal,
  isUsable,
  nextReconcile,
  saleState,
} from './buying.rules.ts';

const createdAt = '2026-11-21T20:00:00.400Z';
const after = (minutes: number) => new Date(Date.parse(createdAt) + minutes * 60_000);

describe('the payment page', () => {
  it('ends an hour after the order, in whole seconds', () => {
    expect(expiryOf(createdAt)).toBe(Date.parse('2026-11-21T21:00:00Z') / 1_000);
  });

  it.each([
    ['https://pay.example', 54.9, true],
    ['https://pay.example', 55, false],
    [null, 24.9, true],
    [null, 25, false],
  ])('%s after %s minutes is usable: %s', (url, minutes, expected) => {
    expect(isUsable({ createdAt, url }, after(minutes))).toBe(expected);
  });

  it.each([
    ['https://a.test/x', 'https://a.test/x?checkoutId={CHECKOUT_SESSION_ID}'],
    ['https://a.test/x?y=1', 'https://a.test/x?y=1&checkoutId={CHECKOUT_SESSION_ID}'],
    ['https://a.test/x?y=1#top?', 'https://a.test/x?y=1&checkoutId={CHECKOUT_SESSION_ID}#top?'],
    ['ringside://app', 'ringside://app?checkoutId={CHECKOUT_SESSION_ID}'],
  ])('returns to %s with its id', (successUrl, expected) => {
    expect(checkoutUrls({ successUrl, cancelUrl: 'c' })).toEqual({ success_url: expected, cancel_url: 'c' });
  });
});

it.each([
  [null, null, 'on-sale'],
  [createdAt, null, 'on-sale'],
  [after(1).toISOString(), null, 'not-on-sale'],
  [null, createdAt, 'sale-ended'],
  [null, after(1).toISOString(), 'on-sale'],
])('from %s to %s: %s', (saleStartDate, saleEndDate, expected) => {
  expect(saleState({ saleStartDate, saleEndDate }, after(0))).toBe(expected);
});

it.each([
  [-60, true],
  [14 * 24 * 60 - 1, true],
  [14 * 24 * 60, false],
  // On for longer than planned, and over.
  [-16 * 60 + 1, true],
  [-16 * 60, false],
])('what begins in %s minutes, for four hours, begins soon: %s', (minutes, expected) => {
  const of = (start: number) => ({
    startDate: after(start).toISOString(),
    endDate: after(start + 4 * 60).toISOString(),
  });
  expect(beginsSoon([of(99 * 24 * 60), of(minutes)], after(0))).toBe(expected);
});

it('an event covers its blocks, but blocks not their event', () => {
  const [event, block, other] = [
    { eventId: 'e', blockId: null },
    { eventId: 'e', blockId: 'b' },
    { eventId: 'f', blockId: 'b' },
  ];
  const now = after(0);
  expect([
    covers([event], [block], now),
    covers([block], [block], now),
    covers([block], [event], now),
  ]).toEqual([true, true, false]);
  expect([covers([event], [block, other], now), covers([], [], now)]).toEqual([false, true]);
});

it.each([
  ['open now', 0, 5, true],
  ['from before it begins', 4, 5, true],
  ['from after it begins', 6, 5, false],
  ['from later, of what has begun', 1, -5, false],
])('an access %s covers it: %s %s %s', (_name, from, begins, expected) => {
  const held = { eventId: 'e', blockId: null, startDate: after(from).toISOString() };
  const item = { eventId: 'e', blockId: 'b', startDate: after(begins).toISOString() };
  expect(covers([held], [item], after(0))).toBe(expected);
});

it.each([
  ['pending', 0, 2],
  ['pending', 2, 5],
  ['pending', 41, 65],
  ['pending', 66, null],
  ['processing', 66, 66 + 360],
  ['paid', 3, null],
  ['expired', 3, null],
] as const)('a %s order is asked about after %s minutes at %s', (status, minutes, next) => {
  expect(nextReconcile({ status, createdAt, lacksReceipt: false }, after(minutes))).toBe(
    next === null ? null : after(next).toISOString(),
  );
});

it.each([
  ['requested', 'charge_disputed', 1, true],
  ['automatic', 'charge_disputed', 1, false],
  ['automatic', 'balance_insufficient', 169, false],
  ['automatic', 'balance_insufficient', 170, true],
  ['automatic', 'charge_already_refunded', 1, true],
])('a refund (%s) refused as %s in attempt %s has failed: %s', (reason, code, attempts, isFinal) => {
  expect(isFinalRefusal({ reason, code, attempts })).toBe(isFinal);
});
