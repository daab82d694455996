import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { isProblem } from '../../../api/problem.ts';
import { type Checkout, shopQueries } from '../shop.queries.ts';
import { nextPollMs, pollsPerRound } from './checkout-poll.ts';

/** While this is the state, the page asks again by itself. */
function isMoving(checkout: Checkout | undefined) {
  return checkout === undefined || checkout.status === 'unlocking';
}

const isUnknown = (error: unknown) => isProblem(error) && (error.status === 404 || error.status === 400);

/** The state of a payment page. It is asked for more and more slowly, until it is settled or waiting makes no sense. */
export function useCheckout(checkoutId: string) {
  const [round, setRound] = useState(1);
  const options = shopQueries.checkout(checkoutId);
  const queryClient = useQueryClient();
  const { data, error, refetch, dataUpdatedAt, errorUpdateCount } = useQuery({
    ...options,
    enabled: checkoutId !== '',
    refetchInterval: ({ state }) => {
      const asked = state.dataUpdateCount + state.errorUpdateCount;
      if (isUnknown(state.error) || !isMoving(state.data) || asked >= pollsPerRound * round) return false;
      return nextPollMs(asked - pollsPerRound * (round - 1));
    },
  });
  // `dataUpdatedAt` renders again also when the same was answered.
  const answered = dataUpdatedAt > 0 ? queryClient.getQueryState(options.queryKey)?.dataUpdateCount : 0;
  const asked = (answered ?? 0) + errorUpdateCount;
  return {
    checkout: data,
    isUnknown: checkoutId === '' || isUnknown(error),
    /** It still moves, but the page has stopped asking. */
    isTooLong: isMoving(data) && asked >= pollsPerRound * round,
    askAgain: () => {
      setRound((now) => now + 1);
      void refetch();
    },
  };
}
