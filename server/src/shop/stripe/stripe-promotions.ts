/** Promotion codes as organisers see them, with their coupons. */
import type Stripe from 'stripe';
import { type PaymentProvider, type PromotionCode, ProviderRefusal } from '../payment-provider.ts';
import { ask, waiting } from './ask.ts';

/** Of the list. */
const mostCodes = 1_000;
const coupon = 'promotion.coupon';
const expanded = [coupon, `${coupon}.applies_to`, `${coupon}.currency_options`];

type PromotionCalls = Pick<PaymentProvider, 'listPromotionCodes' | 'findActiveCode' | 'switchPromotionCode'>;

export function promotionCalls(stripe: Stripe): PromotionCalls {
  return {
    async listPromotionCodes() {
      const codes = await ask(() =>
        stripe.promotionCodes
          .list({ limit: 100, expand: expanded.map((path) => `data.${path}`) }, waiting)
          .autoPagingToArray({ limit: mostCodes }),
      );
      return { data: codes.map(toPromotionCode), hasMore: codes.length === mostCodes };
    },

    async findActiveCode(code) {
      const { data } = await ask(() =>
        stripe.promotionCodes.list(
          { code, active: true, limit: 1, expand: expanded.map((path) => `data.${path}`) },
          waiting,
        ),
      );
      return data[0] && toPromotionCode(data[0]);
    },

    async switchPromotionCode(id, isActive) {
      try {
        const code = await ask(() =>
          stripe.promotionCodes.update(id, { active: isActive, expand: expanded }, waiting),
        );
        return toPromotionCode(code);
      } catch (error) {
        if (error instanceof ProviderRefusal && error.code === 'resource_missing') return undefined;
        throw error;
      }
    },
  };
}

/** @param code with its coupon expanded. */
function toPromotionCode(code: Stripe.PromotionCode): PromotionCode {
  const { id, code: text, active, expires_at, max_redemptions, times_redeemed, created, restrictions } = code;
  const coupon = typeof code.promotion.coupon === 'object' ? code.promotion.coupon : null;
  const { minimum_amount: least, minimum_amount_currency: currency } = restrictions;
  return {
    id,
    code: text,
    isActive: active && coupon?.valid === true,
    name: coupon?.name ?? '',
    percentOff: coupon?.percent_off ?? null,
    amountsOff: amountsOf(coupon),
    productIds: coupon?.applies_to?.products ?? [],
    maxRedemptions: leastOf(max_redemptions, coupon),
    redemptions: times_redeemed,
    expiresAt: instant(expires_at ?? coupon?.redeem_by ?? null),
    isFirstPurchaseOnly: restrictions.first_time_transaction,
    minimum: least === null || currency === null ? null : { amount: least, currency },
    createdAt: new Date(created * 1_000).toISOString(),
    key: code.metadata?.key ?? null,
  };
}

function amountsOf(coupon: Stripe.Coupon | null): PromotionCode['amountsOff'] {
  if (coupon === null || coupon.amount_off === null || coupon.currency === null) return [];
  const options = coupon.currency_options ?? { [coupon.currency]: { amount_off: coupon.amount_off } };
  return Object.entries(options).map(([currency, { amount_off: amount }]) => ({ currency, amount }));
}

/** A coupon that was made at the provider may have a limit of its own. */
function leastOf(limit: number | null, coupon: Stripe.Coupon | null): number | null {
  const limits = [limit, coupon?.max_redemptions ?? null].filter((one) => one !== null);
  return limits.length === 0 ? null : Math.min(...limits);
}

function instant(seconds: number | null): string | null {
  return seconds === null ? null : new Date(seconds * 1_000).toISOString();
}
