import type { FetchQueryOptions, QueryClient } from '@tanstack/react-query';
import type { LoaderFunction, Params } from 'react-router';

/**
 * A loader that asks for the data of a page while its code loads. It waits for neither: the page shows its own skeleton
 * and its own errors.
 */
export function dataOf(
  queryClient: QueryClient | undefined,
  // biome-ignore lint/suspicious/noExplicitAny: each query has types of its own
  queries: (params: Params) => ReadonlyArray<FetchQueryOptions<any, any, any, any>>,
): LoaderFunction {
  return ({ params }) => {
    for (const query of queryClient ? queries(params) : []) void queryClient?.prefetchQuery(query);
    return null;
  };
}
