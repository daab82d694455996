/** Coupons and the codes that buyers type in on the payment page. */
import type Stripe from 'stripe';
import { type NewCoupon, type PaymentProvider, ProviderRefusal } from '../payment-provider.ts';
import { ask, working } from './ask.ts';

export function stripeCoupons(
  stripe: Stripe,
): Pick<PaymentProvider, 'createCoupon' | 'createPromotionCode' | 'findPromotionCode'> {
  return {
    async createCoupon({ id, name, off, productIds = [] }) {
      const what = {
        ...offParams(off),
        ...(productIds.length > 0 && { applies_to: { products: productIds } }),
      };
      try {
        await ask(() =>
          stripe.coupons.create(
            { id, name: name.slice(0, longestName), duration: 'once', ...what },
            { ...working, idempotencyKey: `coupon:${id}` },
          ),
        );
      } catch (error) {
        // Our id: it is the one that an earlier call has made.
        if (!(error instanceof ProviderRefusal && error.code === 'resource_already_exists')) throw error;
      }
    },

    async createPromotionCode({ key, couponId, code, maxRedemptions, expiresAt, isFirstPurchaseOnly }) {
      await ask(() =>
        stripe.promotionCodes.create(
          {
            promotion: { type: 'coupon', coupon: couponId },
            code,
            metadata: { key },
            ...(maxRedemptions === undefined ? {} : { max_redemptions: maxRedemptions }),
            ...(expiresAt === undefined ? {} : { expires_at: Math.floor(expiresAt.getTime() / 1_000) }),
            ...(isFirstPurchaseOnly && { restrictions: { first_time_transaction: true } }),
          },
          { ...working, idempotencyKey: `promotion-code:${key}` },
        ),
      );
    },

    async findPromotionCode(code) {
      const { data } = await ask(() => stripe.promotionCodes.list({ code, limit: 1 }, working));
      const [found] = data;
      return found && { code: found.code, key: found.metadata?.key ?? null };
    },
  };
}

const longestName = 40;

function offParams(off: NewCoupon['off']) {
  if ('percent' in off) return { percent_off: off.percent };
  const { amount, currency, others = [] } = off;
  return {
    amount_off: amount,
    currency,
    ...(others.length > 0 && {
      currency_options: Object.fromEntries(
        others.map((other) => [other.currency, { amount_off: other.amount }]),
      ),
    }),
  };
}
