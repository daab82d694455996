/** Amounts are whole numbers of the smallest unit; how many decimals that is follows the provider's list. */
import { leastAmountOf } from '@ringside/rules/least-amounts';

const withoutDecimals = new Set('bif clp djf gnf jpy kmf krw mga pyg rwf vnd vuv xaf xof xpf'.split(' '));
const withThreeDecimals = new Set('bhd jod kwd omr tnd'.split(' '));
/** Two decimals at the provider, but no coins: the amount ends in 00. */
const withoutCoins = new Set(['isk', 'ugx']);

function decimalsOf(currency: string): number {
  if (withoutDecimals.has(currency)) return 0;
  return withThreeDecimals.has(currency) ? 3 : 2;
}

/** `14.99`, without any rounding. */
export function toDecimal(amount: number, currency: string): string {
  const decimals = decimalsOf(currency);
  if (decimals === 0) return String(amount);
  const digits = String(amount).padStart(decimals + 1, '0');
  return `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
}

/** `EUR 14.99`, for mails. */
export function inWords(amount: number, currency: string): string {
  return `${currency.toUpperCase()} ${toDecimal(amount, currency)}`;
}

/** A sentence for the person who typed the amount; undefined: it can be sold. */
export function findAmountFault(amount: number, currency: string): string | undefined {
  if (withThreeDecimals.has(currency) && amount % 10 !== 0)
    return 'An amount in this currency must end in 0 in its smallest unit.';
  if (withoutCoins.has(currency) && amount % 100 !== 0)
    return 'An amount in this currency must end in 00 in its smallest unit.';
  return undefined;
}

/** The same for a price, which is paid at once. */
export function findPriceFault(amount: number, currency: string): string | undefined {
  const least = leastAmountOf(currency) ?? 0;
  if (amount < least) return `The payment provider takes no less than ${inWords(least, currency)}.`;
  return findAmountFault(amount, currency);
}

/** The tax in a part of what was paid: a refund gives both back in proportion. The sales count the same way. */
export function taxIn(part: number, { amount, tax }: { amount: number | null; tax: number }): number {
  return amount === null || amount === 0 ? 0 : Math.round((part * tax) / amount);
}

/** What a mail says about the money of a paid order. */
export function paidInWords(order: { amount: number | null; discount: number; currency: string | null }) {
  const [amount, currency] = [order.amount ?? 0, order.currency ?? ''];
  return {
    amount: inWords(amount, currency),
    discount: order.discount > 0 ? inWords(order.discount, currency) : null,
    isFree: amount === 0,
  };
}

/** The path of the page where it is watched. */
export function pageOf({ eventSlug, blockSlug }: { eventSlug: string; blockSlug: string | null }): string {
  const event = `/competitions/${eventSlug}`;
  return blockSlug === null ? event : `${event}/${blockSlug}`;
}

export function nameOf({ eventName, blockName }: { eventName: string; blockName: string | null }): string {
  return blockName === null ? eventName : `${eventName}: ${blockName}`;
}
