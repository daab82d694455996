/**
 * Money as text. An amount is a whole number of the smallest unit of its currency, as the payment provider counts it:
 * 1499 is EUR 14.99, JPY 1,499 and KWD 1.499. It stays text or a whole number all the way: a fraction as a number would
 * not be exact. A currency is its ISO 4217 code in any case. docs/product.md, 25.6
 */

import { locales } from '../locales.ts';

const withoutDecimals = new Set('bif clp djf gnf jpy kmf krw mga pyg rwf vnd vuv xaf xof xpf'.split(' '));
const withThreeDecimals = new Set('bhd jod kwd omr tnd'.split(' '));
/** They have two decimals at the provider, which must be 00. */
const wholeOnly = new Set(['isk', 'ugx']);

/** What the contract allows. */
export const largestAmount = 99_999_999;

/** How many decimals the provider counts; for some currencies, such as HUF, the browser knows another number. */
export function decimalsOf(currency: string) {
  const code = currency.toLowerCase();
  if (withoutDecimals.has(code)) return 0;
  return withThreeDecimals.has(code) ? 3 : 2;
}

/** "14.99" for 1499 EUR, "1499" for 1499 JPY; the same text that `readMoney` reads. */
export function decimalText(amount: number, currency: string) {
  const decimals = decimalsOf(currency);
  const digits = String(Math.abs(amount)).padStart(decimals + 1, '0');
  const whole = digits.slice(0, digits.length - decimals);
  const sign = amount < 0 ? '-' : '';
  return decimals === 0 ? `${sign}${whole}` : `${sign}${whole}.${digits.slice(-decimals)}`;
}

/** "€14.99", as the locale writes it; whole amounts without decimals. */
export function formatMoney(amount: number, currency: string, locale: string | readonly string[] = locales) {
  const text = decimalText(amount, currency);
  const decimals = decimalsOf(currency);
  try {
    return new Intl.NumberFormat(locale, {
      style: 'currency',
      currency,
      minimumFractionDigits: decimals,
      maximumFractionDigits: decimals,
      trailingZeroDisplay: 'stripIfInteger',
    }).format(text as `${number}`);
  } catch {
    // An unknown currency code must not break a page.
    return `${currency.toUpperCase()} ${text}`;
  }
}

/** A typed amount, or why it is none. */
export type ReadMoney = { amount: number } | { fault: string };

/**
 * Reads an amount that somebody has typed: "14.99" or "14,99". There are no separators of thousands, because "1,499"
 * would be two amounts.
 */
export function readMoney(typed: string, currency: string): ReadMoney {
  const code = currency.toUpperCase();
  const decimals = decimalsOf(currency);
  const [, whole, fraction = ''] = /^(\d+)(?:[.,](\d+))?$/.exec(typed.trim()) ?? [];
  if (whole === undefined) return { fault: 'Enter an amount in digits, for example 14.99.' };
  if (fraction.length > decimals)
    return {
      fault:
        decimals === 0
          ? `${code} has no decimals. Write thousands without a separator.`
          : `${code} has at most ${decimals} decimals. Write thousands without a separator.`,
    };
  const digits = `${whole}${fraction.padEnd(decimals, '0')}`.replace(/^0+(?=\d)/, '');
  // Longer texts would not be exact as a number.
  const amount = digits.length > 9 ? Number.POSITIVE_INFINITY : Number(digits);
  if (amount === 0) return { fault: 'The amount must be more than 0.' };
  if (amount > largestAmount)
    return { fault: `The amount must be at most ${formatMoney(largestAmount, currency)}.` };
  if (decimals === 3 && amount % 10 !== 0) return { fault: `The third decimal of ${code} must be 0.` };
  if (wholeOnly.has(code.toLowerCase()) && amount % 100 !== 0)
    return { fault: `${code} is sold in whole units, without decimals.` };
  return { amount };
}
