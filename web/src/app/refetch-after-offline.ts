import type { QueryClient } from '@tanstack/react-query';

/** What was read without a network came from the service worker: it is asked for again as soon as there is one. */
export function refetchAfterOffline(queryClient: QueryClient) {
  let offlineSince = navigator.onLine ? Number.POSITIVE_INFINITY : 0;
  window.addEventListener('offline', () => {
    offlineSince = Date.now();
  });
  window.addEventListener('online', () => {
    const since = offlineSince;
    offlineSince = Number.POSITIVE_INFINITY;
    void queryClient.invalidateQueries({ predicate: ({ state }) => state.dataUpdatedAt >= since });
  });
}
