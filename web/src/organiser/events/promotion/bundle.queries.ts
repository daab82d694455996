import type { components } from '@ringside/openapi/schema';
import { api } from '../../../api/client.ts';
import { organiserOptions } from '../../../api/organiser-query.ts';
import { $api } from '../../../api/query-api.ts';

export type PriceItem = components['schemas']['PriceItem'];
export type PriceItemsUpdate = components['schemas']['PriceItemsUpdate'];

/** Everything that has this price. */
export const priceItems = (stripePriceId: string) =>
  $api.queryOptions(
    'get',
    '/api/v1/shop/prices/{stripePriceId}/items',
    { params: { path: { stripePriceId } } },
    { ...organiserOptions, placeholderData: undefined },
  );

/** @throws the problem. */
export async function updatePriceItems(stripePriceId: string, body: PriceItemsUpdate) {
  const { error, response } = await api.PATCH('/api/v1/shop/prices/{stripePriceId}/items', {
    params: { path: { stripePriceId } },
    body,
  });
  if (!response.ok) throw error;
}
