import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decimalsOf, decimalText, formatMoney, largestAmount, readMoney } from './money.ts';

const currencies = ['eur', 'usd', 'gbp', 'jpy', 'krw', 'kwd', 'bhd', 'isk', 'ugx', 'huf', 'twd', 'mga'];
const anyCurrency = fc.constantFrom(...currencies);
const anyLocale = fc.constantFrom('en-GB', 'en-US', 'de-DE', 'fr-FR', 'nl-NL', 'ja-JP', 'hi-IN', 'pt-BR');
/** The smallest step in which the provider sells. */
const stepOf = (currency: string) =>
  currency === 'isk' || currency === 'ugx' ? 100 : decimalsOf(currency) === 3 ? 10 : 1;

describe('an amount as text', () => {
  it.each([
    [1499, 'eur', 'en-GB', '€14.99'],
    [1500, 'eur', 'en-GB', '€15'],
    [1450, 'EUR', 'en-GB', '€14.50'],
    [5, 'usd', 'en-US', '$0.05'],
    [0, 'eur', 'en-GB', '€0'],
    [1499, 'eur', 'de-DE', '14,99 €'],
    [1499, 'jpy', 'en-GB', 'JP¥1,499'],
    [1499, 'krw', 'en-US', '₩1,499'],
    [14990, 'kwd', 'en-GB', 'KWD 14.990'],
    [150050, 'huf', 'en-US', 'HUF 1,500.50'],
    [150000, 'isk', 'en-US', 'ISK 1,500'],
    [2000000, 'ugx', 'en-US', 'UGX 20,000'],
    [-1499, 'eur', 'en-GB', '-€14.99'],
  ])('writes %i %s for %s as %s', (amount, currency, locale, text) => {
    expect(formatMoney(amount, currency, locale).replaceAll(/[\u00a0\u202f]/g, ' ')).toBe(text);
  });

  it('shows every digit of the amount, whatever the currency and the locale', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: largestAmount }),
        anyCurrency,
        anyLocale,
        (amount, currency, locale) => {
          const digits = formatMoney(amount, currency, locale).replaceAll(/\D/g, '');
          const [whole = '', fraction = ''] = decimalText(amount, currency).split('.');
          expect(digits).toBe(Number(fraction) === 0 ? whole : `${whole}${fraction}`);
        },
      ),
    );
  });

  it('is the code for a currency that does not exist', () => {
    expect(formatMoney(1499, 'e1')).toBe('E1 14.99');
  });
});

describe('a typed amount', () => {
  it('comes back exactly from its own text, with a point and with a comma', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: largestAmount }), anyCurrency, (wanted, currency) => {
        const amount = Math.max(1, Math.floor(wanted / stepOf(currency))) * stepOf(currency);
        fc.pre(amount <= largestAmount);
        const text = decimalText(amount, currency);
        expect(readMoney(text, currency)).toEqual({ amount });
        expect(readMoney(` ${text.replace('.', ',')} `, currency)).toEqual({ amount });
      }),
    );
  });

  it('is an amount that can be sold, or a fault: never a fraction, never another number of digits', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[ 0-9.,e+-]{0,14}$/), anyCurrency, (typed, currency) => {
        const read = readMoney(typed, currency);
        if ('fault' in read) {
          expect(read.fault).toMatch(/\.$/);
          return;
        }
        expect(Number.isSafeInteger(read.amount) && read.amount % stepOf(currency) === 0).toBe(true);
        expect(Number(decimalText(read.amount, currency))).toBe(Number(typed.trim().replace(',', '.')));
      }),
      { numRuns: 500 },
    );
  });

  it.each([
    ['', 'eur', /digits/],
    ['free', 'eur', /digits/],
    ['-5', 'eur', /digits/],
    ['1e3', 'eur', /digits/],
    ['1 499', 'eur', /digits/],
    ['1.499.00', 'eur', /digits/],
    ['1,499', 'eur', /at most 2 decimals/],
    ['14.99', 'jpy', /no decimals/],
    ['1.495', 'kwd', /third decimal/],
    ['14.99', 'isk', /whole units/],
    ['0.00', 'eur', /more than 0/],
    ['1000000', 'eur', /at most/],
    ['99999999999999999999', 'jpy', /at most/],
  ])('%o in %s is refused in words', (typed, currency, words) => {
    expect(readMoney(typed, currency)).toEqual({ fault: expect.stringMatching(words) });
  });

  it.each([
    ['14.99', 'eur', 1499],
    ['14.9', 'eur', 1490],
    ['14', 'eur', 1400],
    ['0014', 'eur', 1400],
    ['1499', 'jpy', 1499],
    ['1.49', 'kwd', 1490],
    ['1500', 'isk', 150000],
    ['999999.99', 'eur', 99999999],
  ])('%o in %s is %i', (typed, currency, amount) => {
    expect(readMoney(typed, currency)).toEqual({ amount });
  });
});
