/** The part of the fake payment provider for coupons and promotion codes. */
import {
  type NewCoupon,
  type PaymentProvider,
  type PromotionCode,
  ProviderRefusal,
} from '../../src/shop/payment-provider.ts';

export interface FakePromotions {
  /** By id. */
  coupons: Map<string, NewCoupon>;
  /** By code. */
  promotionCodes: Map<string, PromotionCode>;
}

type Calls = Pick<
  PaymentProvider,
  | 'createCoupon'
  | 'createPromotionCode'
  | 'findPromotionCode'
  | 'listPromotionCodes'
  | 'findActiveCode'
  | 'switchPromotionCode'
>;

type Answer = <T>(name: string, value: () => T) => Promise<T>;

export function newPromotionCode(code: string, change: Partial<PromotionCode> = {}): PromotionCode {
  return {
    id: `promo_${code}`,
    code,
    isActive: true,
    name: 'Early birds',
    percentOff: 50,
    amountsOff: [],
    productIds: [],
    maxRedemptions: null,
    redemptions: 0,
    expiresAt: null,
    isFirstPurchaseOnly: false,
    minimum: null,
    createdAt: '2026-10-01T08:00:00+00:00',
    key: null,
    ...change,
  };
}

export function fakePromotions(answer: Answer): FakePromotions & Calls {
  const coupons: FakePromotions['coupons'] = new Map();
  const promotionCodes: FakePromotions['promotionCodes'] = new Map();
  const find = (code: string) => promotionCodes.get(code.toUpperCase());
  return {
    coupons,
    promotionCodes,
    createCoupon: (coupon) =>
      answer('createCoupon', () => {
        if (!coupons.has(coupon.id)) coupons.set(coupon.id, coupon);
      }),
    createPromotionCode: ({ key, couponId, code, maxRedemptions, expiresAt, isFirstPurchaseOnly }) =>
      answer('createPromotionCode', () => {
        const before = find(code);
        if (before?.key === key) return;
        if (before?.isActive) throw new ProviderRefusal('resource_already_exists');
        const coupon = coupons.get(couponId);
        if (coupon === undefined) throw new ProviderRefusal('resource_missing');
        const { off, name, productIds = [] } = coupon;
        const created = newPromotionCode(code, {
          key,
          id: `promo_${key.replaceAll('-', '')}`,
          name,
          productIds,
          ...('percent' in off
            ? { percentOff: off.percent }
            : { percentOff: null, amountsOff: [off, ...(off.others ?? [])].map(toMoney) }),
          maxRedemptions: maxRedemptions ?? null,
          expiresAt: expiresAt?.toISOString() ?? null,
          isFirstPurchaseOnly: isFirstPurchaseOnly ?? false,
        });
        promotionCodes.set(code.toUpperCase(), created);
      }),
    findPromotionCode: (code) => answer('findPromotionCode', () => find(code)),
    listPromotionCodes: () =>
      answer('listPromotionCodes', () => ({ data: [...promotionCodes.values()].reverse(), hasMore: false })),
    findActiveCode: (code) => answer('findActiveCode', () => (find(code)?.isActive ? find(code) : undefined)),
    switchPromotionCode: (id, isActive) =>
      answer('switchPromotionCode', () => {
        const before = [...promotionCodes.values()].find((one) => one.id === id);
        if (before === undefined) return undefined;
        const { maxRedemptions, redemptions } = before;
        if (isActive && maxRedemptions !== null && redemptions >= maxRedemptions)
          throw new ProviderRefusal('active');
        const after = { ...before, isActive };
        promotionCodes.set(before.code.toUpperCase(), after);
        return after;
      }),
  };
}

const toMoney = ({ amount, currency }: { amount: number; currency: string }) => ({ amount, currency });
