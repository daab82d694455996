import type { components } from '@ringside/openapi/schema';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { done } from '../../api/done.ts';
import { $api } from '../../api/query-api.ts';
import { checkoutKey } from './checkout-key.ts';

export type Offer = components['schemas']['Offer'];
export type Checkout = components['schemas']['Checkout'];
export type Purchase = components['schemas']['Purchase'];
export type SoldItem = components['schemas']['SoldItem'];

/** Money changes by itself and elsewhere, so every look at it reads it again. */
const fresh = { staleTime: 0, meta: { showsProblem: true } } as const;

export const shopQueries = {
  offers: (competitionId: string) =>
    $api.queryOptions(
      'get',
      '/api/v1/shop/offers/{competitionId}',
      { params: { path: { competitionId }, header: keyHeader() } },
      fresh,
    ),
  checkout: (checkoutId: string) =>
    $api.queryOptions(
      'get',
      '/api/v1/shop/checkouts/{checkoutId}',
      { params: { path: { checkoutId }, header: keyHeader() } },
      // The page asks again by itself, so one failure needs no retry.
      { ...fresh, retry: false },
    ),
  purchases: (query: { limit: number; offset: number }) =>
    $api.queryOptions('get', '/api/v1/shop/purchases', { params: { query, header: keyHeader() } }, fresh),
  /** The name of the site and its refund policy. */
  site: () => $api.queryOptions('get', '/api/v1/site', {}, { meta: { showsProblem: true } }),
};

/** Resolves with the address of the payment page. @throws the problem. */
export async function buy(stripePriceId: string, body: components['schemas']['BuyRequest']): Promise<string> {
  const { data, error } = await api.POST('/api/v1/shop/buy/{stripePriceId}', {
    params: { path: { stripePriceId }, header: keyHeader() },
    body,
  });
  if (!data) throw error;
  return data.redirectUrl;
}

/** Takes what was paid in this browser for the account that is signed in. */
export function useClaim(checkoutId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () =>
      done(
        api.POST('/api/v1/shop/checkouts/{checkoutId}/claim', {
          params: { path: { checkoutId }, header: keyHeader() },
        }),
      ),
    meta: { showsProblem: true },
    // Also after an error: another account may have it.
    onSettled: () => client.invalidateQueries({ queryKey: shopQueries.checkout(checkoutId).queryKey }),
  });
}

/** A payment page belongs to the browser that opened it. */
const keyHeader = () => ({ 'Checkout-Key': checkoutKey() });
