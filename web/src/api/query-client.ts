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

/** `onProblem` is the one place where a failed call becomes a notification. */
export function createRingsideQueryClient(onProblem: (error: unknown) => void) {
  const tell = (error: unknown, meta: ApiMeta | undefined) => {
    if (!meta?.showsProblem) onProblem(error);
  };
  return new QueryClient({
    queryCache: new QueryCache({ onError: (error, query) => tell(error, query.meta) }),
    mutationCache: new MutationCache({
      onError: (error, _variables, _result, mutation) => tell(error, mutation.meta),
    }),
    defaultOptions: {
      // Specification, section 9: stale after 15 minutes, kept 2 hours, 1 retry.
      queries: { staleTime: 15 * minuteMs, gcTime: 120 * minuteMs, retry: retryOnce },
    },
  });
}

/** What the server refused once (4xx) it refuses again; asking twice only delays the answer. */
function retryOnce(failures: number, error: unknown) {
  const isRefused = isProblem(error) && error.status < 500;
  return failures < 1 && !isRefused;
}
