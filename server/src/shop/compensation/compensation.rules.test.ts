import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { codeBytes, codeOf, giveTo, sumsOf } from './compensation.rules.ts';

const paid = { amount: 1_499, left: 1_499, currency: 'eur' };
const refund = (percent: number) => ({ remedy: 'refund', percent }) as const;

describe('a refund in part', () => {
  it.each([
    ['rounds down', paid, refund(25), 374],
    ['gives all of it', paid, refund(100), 1_499],
    ['gives what is left', { ...paid, left: 300 }, refund(25), 300],
    ['ends in 0 with three decimals', { amount: 12_340, left: 12_340, currency: 'kwd' }, refund(33), 4_070],
    ['ends in 00 without coins', { amount: 99_900, left: 99_900, currency: 'isk' }, refund(33), 32_900],
    ['is whole without decimals', { amount: 1_500, left: 1_500, currency: 'jpy' }, refund(33), 495],
  ])('%s', (_what, order, terms, amount) => {
    expect(giveTo(order, terms)).toEqual({ amount, currency: order.currency });
  });

  it('gives nothing where nothing is left, and where there is no amount for the currency', () => {
    const amounts = { remedy: 'refund', amounts: [{ currency: 'usd', amount: 500 }] } as const;
    expect(giveTo({ ...paid, left: 0 }, refund(50))).toEqual({ leftOut: 'nothing-left' });
    expect(giveTo(paid, { ...amounts, amounts: [...amounts.amounts] })).toEqual({ leftOut: 'no-amount' });
    // One percent of a cent.
    expect(giveTo({ amount: 50, left: 50, currency: 'eur' }, refund(1))).toEqual({ leftOut: 'nothing-left' });
  });

  it('never exceeds what is left, nor what was paid, nor breaks the currency', () => {
    const step = { eur: 1, jpy: 1, kwd: 10, isk: 100 } as const;
    fc.assert(
      fc.property(
        fc.constantFrom('eur', 'jpy', 'kwd', 'isk'),
        fc.integer({ min: 0, max: 999_999 }),
        fc.integer({ min: 0, max: 999_999 }),
        fc.integer({ min: 1, max: 100 }),
        fc.option(fc.integer({ min: 1, max: 999_999 })),
        (currency, one, other, percent, fixed) => {
          const order = { amount: Math.max(one, other), left: Math.min(one, other), currency };
          const share = fixed === null ? { percent } : { amounts: [{ currency, amount: fixed }] };
          const given = giveTo(order, { remedy: 'refund', ...share });
          if ('leftOut' in given || given.amount === null) return;
          expect(given.amount).toBeGreaterThan(0);
          expect(given.amount).toBeLessThanOrEqual(order.left);
          expect(given.amount % step[currency]).toBe(0);
          if (fixed === null) expect(given.amount * 100).toBeLessThanOrEqual(order.amount * percent);
        },
      ),
    );
  });
});

it('adds up by currency', () => {
  const given = [
    { amount: 300, currency: 'usd' },
    { amount: 100, currency: 'eur' },
    { amount: 250, currency: 'eur' },
    { amount: null, currency: null },
  ];
  expect(sumsOf(given)).toEqual([
    { currency: 'eur', people: 2, amount: 350, least: 100, most: 250 },
    { currency: 'usd', people: 1, amount: 300, least: 300, most: 300 },
  ]);
});

it('makes codes without letters that look alike, one for all bytes', () => {
  expect(codeOf(new Uint8Array(codeBytes))).toBe('AAAA-AAAA-AAAA');
  const all = Array.from({ length: 256 }, (_, byte) => codeOf(new Uint8Array([byte])));
  expect([new Set(all).size, all.some((letter) => /[IO01]/.test(letter))]).toEqual([32, false]);
});
