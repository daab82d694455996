/** What is typed about a new promotion code, and what is sent of it. Pure. */
import { readMoney } from '../../../ui/money/money.ts';
import type { NewPromotionCode } from './promotion.queries.ts';

export interface PromotionValues {
  code: string;
  name: string;
  kind: 'percent' | 'amount';
  percentOff: string;
  /** As typed. */
  amountsOff: { amount: string; currency: string }[];
  priceIds: string[];
  maxRedemptions: string;
  /** null: never; empty: set, but not finished. */
  expiresAt: string | null;
  isFirstPurchaseOnly: boolean;
}

export const emptyPromotion = (currency: string): PromotionValues => ({
  code: '',
  name: '',
  kind: 'percent',
  percentOff: '',
  amountsOff: [{ amount: '', currency }],
  priceIds: [],
  maxRedemptions: '',
  expiresAt: null,
  isFirstPurchaseOnly: false,
});

const wholeNumber = /^\d{1,7}$/;

/** What the server could not say better, because it never sees what was typed. */
export function checkPromotion({
  kind,
  percentOff,
  amountsOff,
  maxRedemptions,
  expiresAt,
}: PromotionValues): Record<string, string> {
  const faults: Record<string, string> = {};
  if (kind === 'percent' && !wholeNumber.test(percentOff.trim()))
    faults.percentOff = 'Enter a whole number from 1 to 100.';
  if (kind === 'amount')
    for (const [index, { amount, currency }] of amountsOff.entries()) {
      const read = readMoney(amount, currency);
      if ('fault' in read) faults[`amountsOff.${index}.amount`] = read.fault;
    }
  if (maxRedemptions.trim() !== '' && !wholeNumber.test(maxRedemptions.trim()))
    faults.maxRedemptions = 'Enter a whole number, or nothing for any number of uses.';
  if (expiresAt === '') faults.expiresAt = 'Choose a day and a time, or take the tick away.';
  return faults;
}

export function promotionBody(values: PromotionValues): Omit<NewPromotionCode, 'key'> {
  const { code, name, kind, percentOff, amountsOff, priceIds, maxRedemptions, expiresAt } = values;
  return {
    name,
    ...(code.trim() === '' ? {} : { code }),
    ...(kind === 'percent'
      ? { percentOff: Number(percentOff) }
      : {
          amountsOff: amountsOff.map(({ amount, currency }) => {
            const read = readMoney(amount, currency);
            return { amount: 'amount' in read ? read.amount : 0, currency };
          }),
        }),
    ...(priceIds.length === 0 ? {} : { priceIds }),
    ...(maxRedemptions.trim() === '' ? {} : { maxRedemptions: Number(maxRedemptions) }),
    ...(expiresAt ? { expiresAt } : {}),
    ...(values.isFirstPurchaseOnly ? { isFirstPurchaseOnly: true } : {}),
  };
}
