/** Coupons, which say what is taken off, and promotion codes, which buyers type. */
import type { Provider } from '../provider.ts';
import { conflicting, invalid, missing, type Params } from '../request.ts';
import { newId } from '../state.ts';
import type { Coupon, CouponScope, PromotionCode } from '../wire.ts';
import { alreadyExists, mergedMetadata } from './catalog.ts';
import { makeCoupon, makePromotionCode } from './catalog-objects.ts';

export function createCoupon(provider: Provider, params: Params): Coupon {
  params.only(
    'amount_off',
    'applies_to',
    'currency',
    'currency_options',
    'duration',
    'id',
    'max_redemptions',
    'metadata',
    'name',
    'percent_off',
    'redeem_by',
  );
  const id = params.text('id') ?? newId('coupon').slice(7, 15);
  if (provider.state.coupons.has(id)) throw alreadyExists('Coupon', id);
  const amountOff = params.integer('amount_off', 1);
  const percent = params.text('percent_off');
  if ((amountOff === undefined) === (percent === undefined))
    throw invalid('You must pass either `percent_off` or `amount_off`, and not both.', 'percent_off');
  const percentOff = percent === undefined ? null : Number(percent);
  if (percentOff !== null && !(percentOff > 0 && percentOff <= 100))
    throw invalid('Invalid percent_off: must be above 0 and at most 100', 'percent_off');
  const scope = readScope(provider, params, amountOff);
  const coupon = makeCoupon({
    id,
    created: provider.seconds(),
    amount_off: amountOff ?? null,
    currency: amountOff === undefined ? null : params.required('currency').toLowerCase(),
    percent_off: percentOff,
    duration: params.oneOf('duration', ['once', 'forever']) ?? 'once',
    max_redemptions: params.integer('max_redemptions', 1) ?? null,
    name: params.text('name', 40) ?? null,
    redeem_by: params.integer('redeem_by', provider.seconds()) ?? null,
    metadata: params.metadata(),
  });
  provider.state.coupons.set(id, coupon);
  provider.state.couponScopes.set(id, scope);
  provider.emit('coupon.created', coupon);
  return coupon;
}

/** What the provider sends only when it is asked to expand it. */
function readScope({ state }: Provider, params: Params, amountOff: number | undefined): CouponScope {
  const appliesTo = params.nested('applies_to')?.only('products');
  const products = appliesTo?.texts('products') ?? [];
  const unknown = products.find((product) => !state.products.has(product));
  if (unknown !== undefined) throw missing('product', unknown, 'applies_to[products]');
  const options = params.nested('currency_options');
  if (options && amountOff === undefined)
    throw invalid('`currency_options` needs `amount_off`.', 'currency_options');
  const currencies = Object.keys(options?.form ?? {}).map((currency) => {
    const option = options?.nested(currency)?.only('amount_off');
    option?.required('amount_off');
    return [currency.toLowerCase(), { amount_off: option?.integer('amount_off', 1) ?? 0 }] as const;
  });
  const own = params.text('currency')?.toLowerCase();
  return {
    ...(products.length > 0 && { applies_to: { products } }),
    ...(amountOff !== undefined && {
      currency_options: Object.fromEntries([[String(own), { amount_off: amountOff }], ...currencies]),
    }),
  };
}

export function createPromotionCode(provider: Provider, params: Params): PromotionCode {
  params.only('promotion', 'active', 'code', 'expires_at', 'max_redemptions', 'metadata', 'restrictions');
  const promotion = params.nested('promotion')?.only('type', 'coupon');
  if (promotion?.required('type') !== 'coupon')
    throw invalid('Missing required param: promotion.', 'promotion', 'parameter_missing');
  const couponId = promotion.required('coupon');
  if (!provider.state.coupons.has(couponId)) throw missing('coupon', couponId, 'promotion[coupon]');
  const code = params.text('code', 500) ?? newId('code').slice(5, 13).toUpperCase();
  if (!/^[A-Za-z0-9-]+$/.test(code))
    throw invalid('Promotion codes may have letters, digits and dashes.', 'code');
  if (activeCode(provider, code))
    throw conflicting('An active promotion code with `code` already exists.', 'resource_already_exists');
  const limits = params.nested('restrictions');
  limits?.only('first_time_transaction', 'minimum_amount', 'minimum_amount_currency');
  const promotionCode = makePromotionCode({
    id: newId('promo'),
    created: provider.seconds(),
    code,
    promotion: { type: 'coupon', coupon: couponId },
    active: params.flag('active') ?? true,
    expires_at: params.integer('expires_at', provider.seconds()) ?? null,
    max_redemptions: params.integer('max_redemptions', 1) ?? null,
    metadata: params.metadata(),
    restrictions: {
      first_time_transaction: limits?.flag('first_time_transaction') ?? false,
      minimum_amount: limits?.integer('minimum_amount', 1) ?? null,
      minimum_amount_currency: limits?.text('minimum_amount_currency') ?? null,
    },
  });
  provider.state.promotionCodes.set(promotionCode.id, promotionCode);
  provider.emit('promotion_code.created', promotionCode);
  return promotionCode;
}

export function updatePromotionCode(provider: Provider, code: PromotionCode, params: Params): PromotionCode {
  params.only('active', 'metadata');
  const before = structuredClone(code);
  const active = params.flag('active') ?? code.active;
  if (active && !code.active) assertMayBeActive(provider, code);
  code.active = active;
  code.metadata = mergedMetadata(code.metadata, params);
  provider.emit('promotion_code.updated', code, before);
  return code;
}

function assertMayBeActive(
  provider: Provider,
  { code, expires_at, promotion, ...used }: PromotionCode,
): void {
  const isUsedUp = used.max_redemptions !== null && used.times_redeemed >= used.max_redemptions;
  const isOver = expires_at !== null && expires_at <= provider.seconds();
  if (isUsedUp || isOver || provider.state.coupons.get(promotion.coupon)?.valid !== true)
    throw invalid('This promotion code cannot be activated: it is used up or has expired.', 'active');
  if (activeCode(provider, code))
    throw conflicting('An active promotion code with `code` already exists.', 'resource_already_exists');
}

/** Buyers may write a code in small letters. */
export function activeCode({ state }: Provider, code: string): PromotionCode | undefined {
  const wanted = code.trim().toUpperCase();
  return [...state.promotionCodes.values()].find((one) => one.active && one.code.toUpperCase() === wanted);
}
