import type { components, operations } from '@ringside/openapi/schema';
import { api } from '../../../api/client.ts';
import { done } from '../../../api/done.ts';
import { organiserOptions } from '../../../api/organiser-query.ts';
import { $api } from '../../../api/query-api.ts';

export type Order = components['schemas']['Order'];
export type OrderFilter = components['schemas']['OrderFilter'];
export type CurrencySales = components['schemas']['CurrencySales'];

/** What belongs to one order or one event must never stand on the page of another one. */
const ofOne = { ...organiserOptions, placeholderData: undefined };
const byId = (orderId: string) => ({ params: { path: { orderId } } });

export const ordersQueries = {
  list: (query: operations['listOrders']['parameters']['query']) =>
    $api.queryOptions('get', '/api/v1/shop/orders', { params: { query } }, organiserOptions),
  detail: (orderId: string) =>
    $api.queryOptions('get', '/api/v1/shop/orders/{orderId}', byId(orderId), ofOne),
  sales: (eventId: string) =>
    $api.queryOptions('get', '/api/v1/shop/sales', { params: { query: { eventId } } }, ofOne),
};

/** @throws the problem. */
export function refundOrder(orderId: string, body: components['schemas']['RefundCreate']) {
  return done(api.POST('/api/v1/shop/orders/{orderId}/refunds', { ...byId(orderId), body }));
}

/** @throws the problem. */
export function revokeOrder(orderId: string) {
  return done(api.PUT('/api/v1/shop/orders/{orderId}/revocation', byId(orderId)));
}

/** @throws the problem. */
export function restoreOrder(orderId: string) {
  return done(api.DELETE('/api/v1/shop/orders/{orderId}/revocation', byId(orderId)));
}

export function moveOrder(orderId: string, body: components['schemas']['OrderMove']) {
  return api.PUT('/api/v1/shop/orders/{orderId}/buyer', { ...byId(orderId), body });
}

/** @throws the problem. */
export function resendReceipt(orderId: string) {
  return done(api.POST('/api/v1/shop/orders/{orderId}/receipt', byId(orderId)));
}

/** @throws the problem. */
export async function exportOrders(filter: OrderFilter | undefined) {
  const { data, response } = await done(
    api.GET('/api/v1/shop/orders/export', { params: { query: filter ? { filter } : {} }, parseAs: 'blob' }),
  );
  const name = /filename="([^"]+)"/.exec(response.headers.get('Content-Disposition') ?? '')?.[1];
  return { file: data as Blob, name: name ?? 'orders.csv' };
}
