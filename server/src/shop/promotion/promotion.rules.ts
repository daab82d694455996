/** When a promotion code can be used. */
import type { PromotionCode, ProviderPrice } from '../payment-provider.ts';

export type PromotionState = 'active' | 'inactive' | 'used-up' | 'expired';

export function promotionState(
  { isActive, maxRedemptions, redemptions, expiresAt }: PromotionCode,
  now: Date,
): PromotionState {
  if (maxRedemptions !== null && redemptions >= maxRedemptions) return 'used-up';
  if (expiresAt !== null && Date.parse(expiresAt) <= now.getTime()) return 'expired';
  return isActive ? 'active' : 'inactive';
}

/**
 * Whether a link may carry this code for this purchase. The payment provider decides again when the page is made and
 * when it is paid.
 * @param isOwnPurchase the signed-in caller buys for their own address: nobody else may learn whether an address has paid
 * before, which a code for the first purchase would tell.
 */
export function canBeUsed(
  code: PromotionCode,
  { price, isOwnPurchase, now }: { price: ProviderPrice; isOwnPurchase: boolean; now: Date },
): boolean {
  const { percentOff, amountsOff, productIds, minimum, isFirstPurchaseOnly } = code;
  return (
    promotionState(code, now) === 'active' &&
    (percentOff !== null || amountsOff.some(({ currency }) => currency === price.currency)) &&
    (productIds.length === 0 || productIds.includes(price.productId)) &&
    (minimum === null || (minimum.currency === price.currency && price.amount >= minimum.amount)) &&
    (isOwnPurchase || !isFirstPurchaseOnly)
  );
}
