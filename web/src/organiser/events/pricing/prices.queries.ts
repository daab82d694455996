import type { components } from '@ringside/openapi/schema';
import { api } from '../../../api/client.ts';
import { organiserOptions } from '../../../api/organiser-query.ts';
import { $api } from '../../../api/query-api.ts';

export type ProviderPrice = components['schemas']['ProviderPrice'];

/** The prices as the payment provider has them now. */
export const providerPrices = () => $api.queryOptions('get', '/api/v1/shop/prices', {}, organiserOptions);

export function createPrice(body: components['schemas']['PriceCreate']) {
  return api.POST('/api/v1/shop/prices', { body });
}
