import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { serverNow } from '../../clock.ts';
import { type Offer, shopQueries } from './shop.queries.ts';

const pendingMs = 5_000;
const unavailableMs = 30_000;
/** The clocks of two machines differ by less. */
const afterBoundaryMs = 2_000;
const hourMs = 3_600_000;

/** What a competition sells; it is read again when something will have changed. */
export function useOffers(competitionId: string) {
  const queryClient = useQueryClient();
  const query = useQuery({
    ...shopQueries.offers(competitionId),
    refetchInterval: ({ state }) => nextLookMs(state.data?.data ?? [], serverNow()) ?? false,
  });
  const owned = query.data?.data.filter(({ state }) => state === 'owned').length;
  const ownedBefore = useRef(owned);
  useEffect(() => {
    const hasMore = owned !== undefined && ownedBefore.current !== undefined && owned > ownedBefore.current;
    if (owned !== undefined) ownedBefore.current = owned;
    // A payment has arrived: the card and the video on this page do not know it yet.
    if (hasMore) void queryClient.invalidateQueries();
  }, [owned, queryClient]);
  return query;
}

/** How long until the offers may look different; undefined when nothing is expected. Pure. */
export function nextLookMs(offers: readonly Offer[], now: number): number | undefined {
  const waits = offers.flatMap((offer) => {
    const { state, price, stripePriceId, accessEndDate, saleStartDate, saleEndDate } = offer;
    if (state === 'pending') return [pendingMs];
    if (state === 'on-sale' && price === null && stripePriceId !== null) return [unavailableMs];
    const boundaries = state === 'on-sale' ? [saleEndDate] : state === 'not-on-sale' ? [saleStartDate] : [];
    return [...boundaries, accessEndDate].flatMap((at) => {
      const left = at === null ? -1 : Date.parse(at) - now;
      return left >= 0 ? [Math.min(left + afterBoundaryMs, hourMs)] : [];
    });
  });
  return waits.length > 0 ? Math.min(...waits) : undefined;
}
