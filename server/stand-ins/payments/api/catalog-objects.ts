/** Products, prices, coupons and promotion codes with every field that the provider sends. */
import type { Coupon, Price, Product, PromotionCode } from '../wire.ts';

export function makeProduct(values: Pick<Product, 'id' | 'created' | 'name'> & Partial<Product>): Product {
  return {
    object: 'product',
    active: true,
    default_price: null,
    description: null,
    images: [],
    livemode: false,
    marketing_features: [],
    metadata: {},
    package_dimensions: null,
    shippable: null,
    statement_descriptor: null,
    tax_code: null,
    tax_details: null,
    type: 'service',
    unit_label: null,
    updated: values.created,
    url: null,
    ...values,
  };
}

export function makePrice(
  values: Pick<Price, 'id' | 'created' | 'currency' | 'product'> & { unit_amount: number } & Partial<Price>,
): Price {
  return {
    object: 'price',
    active: true,
    billing_scheme: 'per_unit',
    custom_unit_amount: null,
    livemode: false,
    lookup_key: null,
    metadata: {},
    nickname: null,
    recurring: null,
    tax_behavior: 'unspecified',
    tiers_mode: null,
    transform_quantity: null,
    type: 'one_time',
    unit_amount_decimal: String(values.unit_amount),
    ...values,
  };
}

export function makeCoupon(values: Pick<Coupon, 'id' | 'created'> & Partial<Coupon>): Coupon {
  return {
    object: 'coupon',
    amount_off: null,
    currency: null,
    duration: 'once',
    duration_in_months: null,
    livemode: false,
    max_redemptions: null,
    metadata: {},
    name: null,
    percent_off: null,
    redeem_by: null,
    times_redeemed: 0,
    valid: true,
    ...values,
  };
}

export function makePromotionCode(
  values: Pick<PromotionCode, 'id' | 'created' | 'code' | 'promotion'> & Partial<PromotionCode>,
): PromotionCode {
  return {
    object: 'promotion_code',
    active: true,
    customer: null,
    customer_account: null,
    expires_at: null,
    livemode: false,
    max_redemptions: null,
    metadata: {},
    restrictions: { first_time_transaction: false, minimum_amount: null, minimum_amount_currency: null },
    times_redeemed: 0,
    ...values,
  };
}
