import type { components } from '@ringside/openapi/schema';
import { api } from '../../../api/client.ts';
import { organiserOptions } from '../../../api/organiser-query.ts';
import { $api } from '../../../api/query-api.ts';

export type PromotionCode = components['schemas']['PromotionCode'];
export type NewPromotionCode = components['schemas']['PromotionCodeCreate'];

/** The promotion codes with their uses, as the payment provider has them now. */
export const promotionCodes = () =>
  $api.queryOptions('get', '/api/v1/shop/promotion-codes', {}, organiserOptions);

export function createPromotionCode(body: NewPromotionCode) {
  return api.POST('/api/v1/shop/promotion-codes', { body });
}

/** @throws the problem. */
export async function switchPromotionCode(promotionCodeId: string, isActive: boolean) {
  const { error, response } = await api.PATCH('/api/v1/shop/promotion-codes/{promotionCodeId}', {
    params: { path: { promotionCodeId } },
    body: { isActive },
  });
  if (!response.ok) throw error;
}
