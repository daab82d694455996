import { expect, it } from 'vitest';
import { fakeOffer } from '../../test/fake-shop.ts';
import { nextLookMs } from './use-offers.ts';

const now = Date.parse('2026-11-20T08:00:00Z');
const inOneMinute = '2026-11-20T08:01:00Z';

it.each([
  ['nothing is expected', {}, undefined],
  ['a payment is on its way', { state: 'pending' }, 5_000],
  ['the price is not known', { price: null }, 30_000],
  ['there is no price', { price: null, stripePriceId: null, state: 'not-on-sale' }, undefined],
  ['the sale begins', { state: 'not-on-sale', saleStartDate: inOneMinute }, 62_000],
  ['the sale ends', { saleEndDate: inOneMinute }, 62_000],
  ['the sale ends next month', { saleEndDate: '2026-12-20T08:00:00Z' }, 3_600_000],
  ['an access ends', { accessEndDate: inOneMinute }, 62_000],
  ['the sale has ended', { state: 'sale-ended', saleEndDate: '2026-11-20T07:00:00Z' }, undefined],
  // The server's clock is behind: it is not asked without a pause.
  ['the sale should have begun', { state: 'not-on-sale', saleStartDate: '2026-11-20T07:59:59Z' }, undefined],
] as const)('looks again when %s', (_, change, ms) => {
  expect(nextLookMs([fakeOffer(change)], now)).toBe(ms);
});

it('looks again at the first of all times', () => {
  expect(nextLookMs([fakeOffer({ saleEndDate: inOneMinute }), fakeOffer({ state: 'pending' })], now)).toBe(
    5_000,
  );
});
