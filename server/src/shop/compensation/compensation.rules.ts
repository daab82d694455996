/** What each person gets (docs/product.md, 26). Pure: amounts are whole numbers of the smallest unit. */
import { findAmountFault } from '../currency.rules.ts';
import type { CompensationTerms, Share } from './compensation.tables.ts';

export type LeftOut = 'nothing-left' | 'no-amount';

interface Paid {
  amount: number;
  /** After refunds. */
  left: number;
  currency: string;
}

export type Given = { amount: number | null; currency: string | null } | { leftOut: LeftOut };

/** @returns the amount that is fixed for this order; null: a remedy without an amount. */
export function giveTo(paid: Paid, terms: CompensationTerms): Given {
  if (terms.remedy === 'replay') return { amount: null, currency: null };
  if (terms.remedy === 'credit' && 'percent' in terms) return { amount: null, currency: null };
  const { currency } = paid;
  const wanted = partOf(paid, terms);
  if (wanted === undefined) return { leftOut: 'no-amount' };
  if (terms.remedy === 'credit') return { amount: wanted, currency };
  const amount = payable(Math.min(wanted, paid.left), currency);
  return amount > 0 ? { amount, currency } : { leftOut: 'nothing-left' };
}

/** Rounded down. undefined: there is no amount for its currency. */
function partOf({ amount, currency }: Paid, share: Share): number | undefined {
  if ('percent' in share) return Math.floor((amount * share.percent) / 100);
  return share.amounts.find((one) => one.currency === currency)?.amount;
}

/** Some currencies know only every tenth or hundredth of their smallest unit. */
function payable(amount: number, currency: string): number {
  const step = [1, 10, 100].find((one) => findAmountFault(one * 101, currency) === undefined) ?? 1;
  return amount - (amount % step);
}

export interface Sum {
  currency: string;
  people: number;
  amount: number;
  least: number;
  most: number;
}

/** By currency. */
export function sumsOf(given: Array<{ amount: number | null; currency: string | null }>): Sum[] {
  const sums = new Map<string, Sum>();
  for (const { amount, currency } of given) {
    if (amount === null || currency === null) continue;
    const sum = sums.get(currency) ?? { currency, people: 0, amount: 0, least: amount, most: amount };
    sums.set(currency, {
      currency,
      people: sum.people + 1,
      amount: sum.amount + amount,
      least: Math.min(sum.least, amount),
      most: Math.max(sum.most, amount),
    });
  }
  return [...sums.values()].toSorted((a, b) => (a.currency < b.currency ? -1 : 1));
}

const alphabet = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';

/** A code that nobody guesses: 60 random bits, without letters that look alike. */
export function codeOf(bytes: Uint8Array): string {
  const letters = [...bytes].map((byte) => alphabet[byte % alphabet.length]).join('');
  return letters.replace(/(.{4})(?=.)/g, '$1-');
}
/** How many random bytes `codeOf` takes. */
export const codeBytes = 12;
