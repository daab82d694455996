/** The paths of the provider's API that Ringside uses. */

import type { Provider } from '../provider.ts';
import { invalid, missing, type Params } from '../request.ts';
import { newestFirst } from '../state.ts';
import type { Dispute, Price, Product, PromotionCode, ProviderEvent } from '../wire.ts';
import { createPrice, createProduct, findPrice, updatePrice, updateProduct } from './catalog.ts';
import { createSession, expireSession, findSession } from './checkout.ts';
import { closeDispute } from './disputes.ts';
import { pageNames, pageOf } from './lists.ts';
import { createCoupon, createPromotionCode, updatePromotionCode } from './promotions.ts';
import { createRefund } from './refunds.ts';

interface Call {
  provider: Provider;
  params: Params;
  id: string;
  path: string;
}

type Answer = (call: Call) => object;

/** `:id` stands for one part of the path. */
const routes: Record<string, Answer> = {
  'GET /v1/products': ({ provider, params, path }) => {
    params.only('active', 'ids', ...pageNames);
    const [active, ids] = [params.flag('active'), params.texts('ids')];
    const all = newestFirst(provider.state.products).filter(
      (product) =>
        (active ?? product.active) === product.active && (ids.length === 0 || ids.includes(product.id)),
    );
    return pageOf(all, params, path);
  },
  'POST /v1/products': ({ provider, params }) => createProduct(provider, params),
  'GET /v1/products/:id': ({ provider, params, id }) => found(findProduct(provider, id), params),
  'POST /v1/products/:id': ({ provider, params, id }) =>
    updateProduct(provider, findProduct(provider, id), params),

  'GET /v1/prices': ({ provider, params, path }) => {
    params.only('active', 'product', 'currency', 'type', 'lookup_keys', ...pageNames);
    const active = params.flag('active');
    const type = params.oneOf('type', ['one_time', 'recurring']);
    const [product, currency, keys] = [
      params.text('product'),
      params.text('currency'),
      params.texts('lookup_keys'),
    ];
    const isWanted = (price: Price) =>
      (active ?? price.active) === price.active &&
      (type ?? price.type) === price.type &&
      (product ?? price.product) === price.product &&
      (currency ?? price.currency) === price.currency &&
      (keys.length === 0 || keys.includes(price.lookup_key ?? ''));
    return pageOf(newestFirst(provider.state.prices).filter(isWanted), params, path);
  },
  'POST /v1/prices': ({ provider, params }) => createPrice(provider, params),
  'GET /v1/prices/:id': ({ provider, params, id }) => found(findPrice(provider, id, 'price', 404), params),
  'POST /v1/prices/:id': ({ provider, params, id }) =>
    updatePrice(provider, findPrice(provider, id, 'price', 404), params),

  'GET /v1/checkout/sessions': ({ provider, params, path }) => {
    params.only('payment_intent', 'status', ...pageNames);
    const intent = params.text('payment_intent');
    const status = params.oneOf('status', ['open', 'complete', 'expired']);
    const all = newestFirst(provider.state.sessions)
      .map(({ session }) => session)
      .filter(
        (one) =>
          (intent ?? one.payment_intent) === one.payment_intent && (status ?? one.status) === one.status,
      );
    return pageOf(all, params, path);
  },
  'POST /v1/checkout/sessions': ({ provider, params }) => createSession(provider, params),
  'GET /v1/checkout/sessions/:id': ({ provider, params, id }) =>
    found(findSession(provider, id).session, params),
  'POST /v1/checkout/sessions/:id/expire': ({ provider, params, id }) => {
    params.only();
    return expireSession(provider, findSession(provider, id));
  },
  'GET /v1/checkout/sessions/:id/line_items': ({ provider, params, id, path }) =>
    pageOf(findSession(provider, id).lineItems, params.only(...pageNames), path),

  'GET /v1/payment_intents': ({ provider, params, path }) =>
    pageOf(newestFirst(provider.state.intents), params.only(...pageNames), path),
  'GET /v1/payment_intents/:id': ({ provider, params, id }) =>
    found(known(provider.state.intents.get(id), 'payment_intent', id, 'intent'), params),
  'GET /v1/charges/:id': ({ provider, params, id }) =>
    found(known(provider.state.charges.get(id), 'charge', id), params),

  'GET /v1/refunds': ({ provider, params, path }) =>
    pageOf(paidBy(newestFirst(provider.state.refunds), params), params, path),
  'POST /v1/refunds': ({ provider, params }) => createRefund(provider, params),
  'GET /v1/refunds/:id': ({ provider, params, id }) =>
    found(known(provider.state.refunds.get(id), 'refund', id), params),

  'GET /v1/disputes': ({ provider, params, path }) =>
    pageOf(paidBy(newestFirst(provider.state.disputes), params), params, path),
  'GET /v1/disputes/:id': ({ provider, params, id }) => found(findDispute(provider, id), params),
  'POST /v1/disputes/:id/close': ({ provider, params, id }) => {
    params.only();
    const dispute = findDispute(provider, id);
    closeDispute(provider, dispute, false);
    return dispute;
  },

  'GET /v1/coupons': ({ provider, params, path }) =>
    pageOf(newestFirst(provider.state.coupons), params.only(...pageNames), path),
  'POST /v1/coupons': ({ provider, params }) => createCoupon(provider, params),
  'GET /v1/coupons/:id': ({ provider, params, id }) =>
    found(known(provider.state.coupons.get(id), 'coupon', id), params),

  'GET /v1/promotion_codes': ({ provider, params, path }) => {
    params.only('active', 'code', 'coupon', ...pageNames);
    const [active, code, coupon] = [params.flag('active'), params.text('code'), params.text('coupon')];
    const isWanted = (one: PromotionCode) =>
      (active ?? one.active) === one.active &&
      (code ?? one.code).toUpperCase() === one.code.toUpperCase() &&
      (coupon ?? one.promotion.coupon) === one.promotion.coupon;
    return pageOf(newestFirst(provider.state.promotionCodes).filter(isWanted), params, path);
  },
  'POST /v1/promotion_codes': ({ provider, params }) => createPromotionCode(provider, params),
  'GET /v1/promotion_codes/:id': ({ provider, params, id }) => found(findPromotionCode(provider, id), params),
  'POST /v1/promotion_codes/:id': ({ provider, params, id }) =>
    updatePromotionCode(provider, findPromotionCode(provider, id), params),

  'GET /v1/events': ({ provider, params, path }) => {
    params.only('type', 'types', 'delivery_success', ...pageNames);
    const [type, types, success] = [
      params.text('type'),
      params.texts('types'),
      params.flag('delivery_success'),
    ];
    if (types.length > 20) throw invalid('You may specify up to 20 types.', 'types');
    if (type !== undefined && types.length > 0)
      throw invalid('You may specify either `type` or `types`.', 'type');
    const all = newestFirst(provider.state.events)
      .filter(
        ({ event }) =>
          (type ?? event.type) === event.type && (types.length === 0 || types.includes(event.type)),
      )
      .filter(
        ({ delivery }) =>
          success === undefined || success === (delivery === 'none' || delivery === 'delivered'),
      )
      .map(({ event }) => withWaiting(provider, event));
    return pageOf(all, params, path);
  },
  'GET /v1/events/:id': ({ provider, params, id }) =>
    found(withWaiting(provider, known(provider.state.events.get(id), 'event', id).event), params),
};

const matchers = Object.entries(routes).map(([route, answer]) => {
  const [method, path = ''] = route.split(' ');
  return { method, pattern: new RegExp(`^${path.replace(':id', '([^/]+)')}$`), answer };
});

export function findRoute(
  method: string | undefined,
  path: string,
): ((provider: Provider, params: Params) => object) | undefined {
  for (const matcher of matchers) {
    const match = matcher.method === method ? matcher.pattern.exec(path) : null;
    if (match === null) continue;
    const id = decodeURIComponent(match[1] ?? '');
    return (provider, params) => matcher.answer({ provider, params, id, path });
  }
  return undefined;
}

function findProduct({ state }: Provider, id: string): Product {
  return known(state.products.get(id), 'product', id);
}

function findDispute({ state }: Provider, id: string): Dispute {
  return known(state.disputes.get(id), 'dispute', id);
}

function findPromotionCode({ state }: Provider, id: string): PromotionCode {
  return known(state.promotionCodes.get(id), 'promotion code', id, 'promotion_code');
}

function known<T>(object: T | undefined, kind: string, id: string, param = 'id'): T {
  if (object === undefined) throw missing(kind, id, param, 404);
  return object;
}

function found<T extends object>(object: T, params: Params): T {
  params.only();
  return object;
}

function paidBy<T extends { payment_intent: string; charge: string }>(all: T[], params: Params): T[] {
  params.only('payment_intent', 'charge', ...pageNames);
  const [intent, charge] = [params.text('payment_intent'), params.text('charge')];
  return all.filter(
    (one) => (intent ?? one.payment_intent) === one.payment_intent && (charge ?? one.charge) === one.charge,
  );
}

function withWaiting({ state }: Provider, event: ProviderEvent): ProviderEvent {
  const delivery = state.events.get(event.id)?.delivery;
  return { ...event, pending_webhooks: delivery === 'waiting' || delivery === 'failed' ? 1 : 0 };
}
