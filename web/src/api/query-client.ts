import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { isProblem } from './problem.ts';

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: ApiMeta;
    mutationMeta: ApiMeta;
  }
}

interface ApiMeta extends Record<string, unknown> {
  /** The caller shows the problem itself (a form its issues, a page its own state): no notification. */
  showsProblem?: boolean;
}

const minuteMs = 60_000;

/** `onProblem` shows the notification for every failed call whose caller does not show the problem itself. */
export function createRingsideQueryClient(onProblem: (error: unknown) => void) {
  const report = (error: unknown, meta: ApiMeta | undefined) => {
    if (!meta?.showsProblem) onProblem(error);
  };
  return new QueryClient({
    queryCache: new QueryCache({ onError: (error, query) => report(error, query.meta) }),
    mutationCache: new MutationCache({
      onError: (error, _variables, _result, mutation) => report(error, mutation.meta),
    }),
    defaultOptions: {
      // docs/product.md, 2.7: stale after 15 minutes, kept for 2 hours, 1 retry.
      queries: { staleTime: 15 * minuteMs, gcTime: 120 * minuteMs, retry: retryOnce },
      // Without a network a press fails at once and says so, instead of acting some time later.
      mutations: { networkMode: 'always' },
    },
  });
}

/** The server would refuse the same call again (4xx), so a retry would only delay the answer. */
function retryOnce(failures: number, error: unknown) {
  const isRefused = isProblem(error) && error.status < 500;
  return failures < 1 && !isRefused;
}
