/** Checkout sessions: created by the shop, paid or expired once. */
import { leastAmountOf } from '@ringside/rules/least-amounts';
import type { Provider } from '../provider.ts';
import { conflicting, invalid, missing, type Params } from '../request.ts';
import { newId, type SessionRecord } from '../state.ts';
import type { LineItem, Session } from '../wire.ts';
import { findPrice } from './catalog.ts';
import { applyDiscount, type Discount, faultOfDiscount } from './discounts.ts';
import { makeLineItem, makeSession } from './session-object.ts';

const minute = 60;

/** Other parameters are refused, even if the provider knows them: here they would have no effect. */
const names =
  'allow_promotion_codes automatic_tax billing_address_collection cancel_url client_reference_id currency custom_text customer_creation customer_email discounts excluded_payment_method_types expires_at line_items locale metadata mode payment_intent_data payment_method_collection submit_type success_url ui_mode'.split(
    ' ',
  );

export function createSession(provider: Provider, params: Params): Session {
  params.only(...names);
  if (params.oneOf('mode', ['payment', 'setup', 'subscription']) !== 'payment')
    throw invalid('The stand-in only knows the mode `payment`.', 'mode');
  if ((params.text('ui_mode') ?? 'hosted_page') !== 'hosted_page')
    throw invalid('The stand-in only knows the UI mode `hosted_page`.', 'ui_mode');
  params.required('success_url');
  const email = params.text('customer_email', 800);
  if (email !== undefined && !isEmail(email))
    throw invalid(`Invalid email address: ${email}`, 'customer_email', 'email_invalid');

  const lineItems = readLineItems(provider, params);
  const [first] = lineItems;
  if (first === undefined)
    throw invalid('Missing required param: line_items.', 'line_items', 'parameter_missing');
  if ((params.text('currency', 3) ?? first.currency) !== first.currency)
    throw invalid('The price has no amount in this currency.', 'currency');
  const subtotal = lineItems.reduce((sum, { amount_subtotal }) => sum + amount_subtotal, 0);
  // The provider charges no less, except nothing at all.
  const leastAmount = leastAmountOf(first.currency) ?? 1;
  if (subtotal > 0 && subtotal < leastAmount)
    throw invalid(
      `The total amount due must add up to at least ${leastAmount}.`,
      undefined,
      'amount_too_small',
    );
  const discount = readDiscount(provider, params);

  const id = newId('cs_test');
  const tax = params.nested('automatic_tax')?.only('enabled', 'liability').flag('enabled') ?? false;
  const record: SessionRecord = {
    lineItems,
    intent: readIntent(params),
    session: makeSession({
      id,
      created: provider.seconds(),
      allow_promotion_codes: params.flag('allow_promotion_codes') ?? null,
      amount_subtotal: subtotal,
      amount_total: subtotal,
      automatic_tax: {
        enabled: tax,
        liability: tax ? { type: 'self' } : null,
        provider: tax ? 'stripe' : null,
        status: tax ? 'complete' : null,
      },
      billing_address_collection: params.oneOf('billing_address_collection', ['auto', 'required']) ?? null,
      cancel_url: params.url('cancel_url') ?? null,
      client_reference_id: params.text('client_reference_id', 200) ?? null,
      currency: first.currency,
      custom_text: readCustomText(params),
      customer_creation: params.oneOf('customer_creation', ['always', 'if_required']) ?? 'if_required',
      customer_email: email ?? null,
      ...readMethods(params),
      expires_at: readExpiry(provider, params),
      locale: params.text('locale', 10) ?? null,
      metadata: params.metadata(),
      payment_method_collection:
        params.oneOf('payment_method_collection', ['always', 'if_required']) ?? 'if_required',
      submit_type: params.oneOf('submit_type', ['auto', 'book', 'donate', 'pay']) ?? null,
      success_url: params.url('success_url') ?? null,
      url: `${provider.origin}/pay/${id}`,
    }),
  };
  const fault = discount && faultOfDiscount(provider, discount, record);
  if (fault) throw invalid(fault, 'discounts');
  applyDiscount(provider, record, discount);
  provider.state.sessions.set(id, record);
  return record.session;
}

/** Cards are always taken. */
function readMethods(params: Params): Partial<Session> {
  const excluded = params.texts('excluded_payment_method_types');
  if (excluded.length === 0) return {};
  const types = ['card', 'sepa_debit'].filter((type) => !excluded.includes(type));
  return { excluded_payment_method_types: excluded, payment_method_types: types };
}

export function isEmail(text: string): boolean {
  return text.length <= 254 && /^[^\s@]+@[^\s@]+\.[^\s@.]+$/.test(text);
}

function readLineItems(provider: Provider, params: Params): LineItem[] {
  const items = params.objects('line_items').map((item) => {
    item.only('price', 'quantity');
    const price = findPrice(provider, item.required('price'), item.at('price'));
    const product = provider.state.products.get(price.product);
    if (!price.active || !product?.active)
      throw invalid(
        'The price specified is inactive. This field only accepts active prices.',
        item.at('price'),
      );
    if (price.type !== 'one_time')
      throw invalid('You specified `payment` mode but passed a recurring price.', 'mode');
    item.required('quantity');
    const quantity = item.integer('quantity', 1, 999_999) ?? 1;
    return makeLineItem(newId('li'), price, quantity, product.name);
  });
  if (new Set(items.map(({ currency }) => currency)).size > 1)
    throw invalid('All prices on a Checkout Session must have the same currency.', 'line_items');
  return items;
}

function readDiscount(provider: Provider, params: Params): Discount | undefined {
  const [given, ...more] = params.objects('discounts');
  if (given === undefined) return undefined;
  if (more.length > 0) throw invalid('You may only specify up to 1 discounts.', 'discounts');
  if (params.text('allow_promotion_codes') !== undefined)
    throw invalid('You may only specify one of these parameters: allow_promotion_codes, discounts.');
  given.only('coupon', 'promotion_code');
  const [couponId, codeId] = [given.text('coupon'), given.text('promotion_code')];
  const promotionCode = provider.state.promotionCodes.get(codeId ?? '');
  if (codeId !== undefined && promotionCode === undefined)
    throw missing('promotion code', codeId, given.at('promotion_code'));
  const id = couponId ?? promotionCode?.promotion.coupon ?? '';
  const coupon = provider.state.coupons.get(id);
  if (coupon === undefined) throw missing('coupon', id, given.at('coupon'));
  return { coupon, promotionCode };
}

function readIntent(params: Params): SessionRecord['intent'] {
  const data = params.nested('payment_intent_data')?.only('metadata', 'description', 'receipt_email');
  return {
    metadata: data?.metadata() ?? {},
    description: data?.text('description', 1_000) ?? null,
    receiptEmail: data?.text('receipt_email') ?? null,
  };
}

function readCustomText(params: Params): Session['custom_text'] {
  const submit = params.nested('custom_text')?.only('submit').nested('submit');
  return {
    after_submit: null,
    shipping_address: null,
    submit: submit ? { message: submit.only('message').required('message') } : null,
    terms_of_service_acceptance: null,
  };
}

function readExpiry(provider: Provider, params: Params): number {
  const at = provider.seconds();
  const expiresAt = params.integer('expires_at') ?? at + 24 * 60 * minute;
  // The provider's clock and the shop's differ a little.
  if (expiresAt < at + 30 * minute - 5 || expiresAt > at + 24 * 60 * minute + 5)
    throw invalid(
      'The `expires_at` timestamp must be between 30 minutes and 24 hours from Checkout Session creation.',
      'expires_at',
    );
  return expiresAt;
}

export function findSession({ state }: Provider, id: string, status = 404): SessionRecord {
  const record = state.sessions.get(id);
  if (record === undefined) throw missing('checkout.session', id, 'session', status);
  return record;
}

export function expireSession(provider: Provider, { session }: SessionRecord): Session {
  if (session.status !== 'open')
    throw conflicting(
      `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of \`${session.status}\`.`,
    );
  session.status = 'expired';
  session.url = null;
  const intent = provider.state.intents.get(session.payment_intent ?? '');
  if (intent) {
    intent.status = 'canceled';
    intent.canceled_at = provider.seconds();
    intent.cancellation_reason = 'automatic';
    intent.next_action = null;
    provider.emit('payment_intent.canceled', intent);
  }
  provider.emit('checkout.session.expired', session);
  return session;
}

/** Expires what is due. */
export function expireSessions(provider: Provider): void {
  for (const record of provider.state.sessions.values()) {
    const { status, expires_at } = record.session;
    if (status === 'open' && expires_at <= provider.seconds()) expireSession(provider, record);
  }
}
