/** What a coupon takes off a checkout session, and how often it may. */
import type { Provider } from '../provider.ts';
import type { SessionRecord } from '../state.ts';
import type { Coupon, CouponScope, LineItem, PromotionCode } from '../wire.ts';

export interface Discount {
  coupon: Coupon;
  promotionCode: PromotionCode | undefined;
}

/** @returns the reason why a buyer cannot use it now, or undefined. */
export function faultOfDiscount(
  provider: Provider,
  { coupon, promotionCode }: Discount,
  { session, lineItems }: Pick<SessionRecord, 'session' | 'lineItems'>,
): string | undefined {
  const { currency, amount_subtotal } = session;
  const at = provider.seconds();
  const isOver = (limit: number | null, used: number) => limit !== null && used >= limit;
  if (!coupon.valid || isOver(coupon.max_redemptions, coupon.times_redeemed)) return 'This code is used up.';
  if (coupon.redeem_by !== null && coupon.redeem_by < at) return 'This code has expired.';
  const scope = provider.state.couponScopes.get(coupon.id);
  if (coupon.amount_off !== null && amountIn(provider, coupon, currency) === undefined)
    return 'This code is for another currency.';
  if (!lineItems.some((item) => isIncluded(scope, item))) return 'This code is not for this.';
  if (promotionCode === undefined) return undefined;
  if (!promotionCode.active || isOver(promotionCode.max_redemptions, promotionCode.times_redeemed))
    return 'This code is used up.';
  if (promotionCode.expires_at !== null && promotionCode.expires_at < at) return 'This code has expired.';
  const { minimum_amount, minimum_amount_currency, first_time_transaction } = promotionCode.restrictions;
  if (first_time_transaction && hasPaidBefore(provider, session.customer_email))
    return 'This code is for the first purchase.';
  if (minimum_amount !== null && (minimum_amount_currency !== currency || amount_subtotal < minimum_amount))
    return 'This code needs a higher amount.';
  return undefined;
}

function amountIn({ state }: Provider, coupon: Coupon, currency: string): number | undefined {
  const options = state.couponScopes.get(coupon.id)?.currency_options;
  if (options) return options[currency]?.amount_off;
  return coupon.currency === currency ? (coupon.amount_off ?? undefined) : undefined;
}

function isIncluded(scope: CouponScope | undefined, { price }: LineItem): boolean {
  const products = scope?.applies_to?.products;
  return products === undefined || products.includes(price.product);
}

function hasPaidBefore({ state }: Provider, email: string | null): boolean {
  return [...state.charges.values()].some(
    ({ status, billing_details }) => status === 'succeeded' && billing_details.email === email,
  );
}

/** Calculates the totals again. @param discount undefined takes the discount off. */
export function applyDiscount(
  provider: Provider,
  { session, lineItems }: SessionRecord,
  discount: Discount | undefined,
): void {
  const subtotal = session.amount_subtotal;
  const coupon = discount?.coupon;
  const scope = provider.state.couponScopes.get(coupon?.id ?? '');
  const included = coupon ? lineItems.filter((item) => isIncluded(scope, item)) : [];
  const most = included.reduce((sum, { amount_subtotal }) => sum + amount_subtotal, 0);
  const amountOff = coupon && amountIn(provider, coupon, session.currency);
  const off = Math.min(most, amountOff ?? Math.round((most * (coupon?.percent_off ?? 0)) / 100));
  let left = off;
  for (const item of lineItems) {
    item.amount_discount = included.includes(item) ? Math.min(left, item.amount_subtotal) : 0;
    item.amount_total = item.amount_subtotal - item.amount_discount;
    left -= item.amount_discount;
  }
  session.amount_total = subtotal - off;
  session.total_details = { amount_discount: off, amount_shipping: 0, amount_tax: 0 };
  session.discounts =
    discount === undefined
      ? session.allow_promotion_codes
        ? []
        : null
      : [{ coupon: discount.coupon.id, promotion_code: discount.promotionCode?.id ?? null }];
}

export function discountOf({ state }: Provider, { session }: SessionRecord): Discount | undefined {
  const [used] = session.discounts ?? [];
  const coupon = state.coupons.get(used?.coupon ?? '');
  return coupon && { coupon, promotionCode: state.promotionCodes.get(used?.promotion_code ?? '') };
}

/** Counts its use when the session completes. */
export function redeem({ coupon, promotionCode }: Discount): void {
  coupon.times_redeemed += 1;
  if (coupon.max_redemptions !== null) coupon.valid = coupon.times_redeemed < coupon.max_redemptions;
  if (promotionCode === undefined) return;
  promotionCode.times_redeemed += 1;
  const { max_redemptions, times_redeemed } = promotionCode;
  if (max_redemptions !== null) promotionCode.active = times_redeemed < max_redemptions;
}
