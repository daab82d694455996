/** What an organiser has typed about a remedy, as terms. Pure. */
import { readMoney } from '../../../ui/money/money.ts';
import type { Terms } from './compensation.queries.ts';

export interface Draft {
  remedy: Terms['remedy'];
  kind: 'percent' | 'amounts';
  percent: string;
  /** By currency, as typed. */
  amounts: Readonly<Record<string, string>>;
  scope: 'block' | 'event';
  days: string;
}

export const newDraft: Draft = {
  remedy: 'refund',
  kind: 'percent',
  percent: '25',
  amounts: {},
  scope: 'block',
  days: '30',
};

export const lengths = [7, 14, 30, 90, 180, 365] as const;

export type ReadDraft = { terms: Terms } | { faults: Readonly<Record<string, string>> };

/** @param currencies those of the orders. @param nowMs the moment from which days count. */
export function readDraft(draft: Draft, currencies: readonly string[], nowMs: number): ReadDraft {
  const { remedy, scope } = draft;
  // To the hour, so that the same choice is the same remedy.
  const endMs = Math.ceil(nowMs / 3_600_000) * 3_600_000 + Number(draft.days) * 86_400_000;
  const endDate = new Date(endMs).toISOString();
  if (remedy === 'replay') return { terms: { remedy, scope, endDate } };
  const until = remedy === 'credit' ? { endDate } : {};
  if (draft.kind === 'percent') {
    const percent = Number(draft.percent);
    if (!/^\d{1,3}$/.test(draft.percent.trim()) || percent < 1 || percent > 100)
      return { faults: { percent: 'Enter a whole number from 1 to 100.' } };
    return { terms: { remedy, percent, ...until } };
  }
  const read = currencies.map(
    (currency) => [currency, readMoney(draft.amounts[currency] ?? '', currency)] as const,
  );
  const faults = Object.fromEntries(
    read.flatMap(([currency, one]) => ('fault' in one ? [[`amount-${currency}`, one.fault]] : [])),
  );
  if (Object.keys(faults).length > 0) return { faults };
  const amounts = read.flatMap(([currency, one]) =>
    'amount' in one ? [{ currency, amount: one.amount }] : [],
  );
  return { terms: { remedy, amounts, ...until } };
}
