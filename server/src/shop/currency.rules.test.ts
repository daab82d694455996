import { expect, it } from 'vitest';
import { findAmountFault, inWords, toDecimal } from './currency.rules.ts';

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
