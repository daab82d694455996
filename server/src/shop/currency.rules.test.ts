import { expect, it } from 'vitest';
import { findAmountFault, findPriceFault, inWords, taxIn, toDecimal } from './currency.rules.ts';

it.each([
  [1499, 'eur', '14.99'],
  [5, 'eur', '0.05'],
  [0, 'usd', '0.00'],
  [1499, 'jpy', '1499'],
  [150_050, 'huf', '1500.50'],
  [1_234, 'kwd', '1.234'],
  [10, 'bhd', '0.010'],
  [100, 'isk', '1.00'],
  [99_999_999, 'eur', '999999.99'],
])('%s %s is %s', (amount, currency, decimal) => {
  expect(toDecimal(amount, currency)).toBe(decimal);
  expect(inWords(amount, currency)).toBe(`${currency.toUpperCase()} ${decimal}`);
});

it.each([
  ['kwd', 1_231, true],
  ['kwd', 1_230, false],
  ['ugx', 150, true],
  ['ugx', 200, false],
  ['jpy', 1, false],
])('%s %s cannot be sold: %s', (currency, amount, isFault) => {
  expect(findAmountFault(amount, currency) !== undefined).toBe(isFault);
});

it.each([
  ['eur', 49, 'The payment provider takes no less than EUR 0.50.'],
  ['eur', 50, undefined],
  ['gbp', 30, undefined],
  ['gbp', 29, 'The payment provider takes no less than GBP 0.30.'],
  ['jpy', 49, 'The payment provider takes no less than JPY 50.'],
  ['huf', 17_499, 'The payment provider takes no less than HUF 175.00.'],
  // Not known: the provider says so.
  ['xpf', 1, undefined],
])('a price of %s %s', (currency, amount, fault) => {
  expect(findPriceFault(amount, currency)).toBe(fault);
});

it.each([
  [0, 1_210, 210, 0],
  [1_210, 1_210, 210, 210],
  [605, 1_210, 210, 105],
  [1, 1_210, 210, 0],
  [0, 0, 0, 0],
])('of %s of %s with a tax of %s, %s is tax', (part, amount, tax, expected) => {
  expect(taxIn(part, { amount, tax })).toBe(expected);
});
