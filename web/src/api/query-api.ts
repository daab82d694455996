/**
 * The typed client as TanStack Query options. A separate file, so that modules without React do not load it.
 * The types, keys and answers are those of `openapi-react-query`. Its code brings infinite and suspended queries to every
 * page, and we have neither.
 */
import type { paths } from '@ringside/openapi/schema';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { OpenapiQueryClient } from 'openapi-react-query';
import { api } from './client.ts';

type QueryClientOfContract = Pick<OpenapiQueryClient<paths>, 'queryOptions' | 'useQuery' | 'useMutation'>;

type Call = (path: string, init: object) => Promise<{ data?: unknown; error?: unknown; response: Response }>;

/** @throws the problem with which the server answered. */
async function call(method: string, path: string, init: object) {
  const calls = api as unknown as Record<string, Call>;
  const { data, error, response } = await (calls[method.toUpperCase()] as Call)(path, init);
  if (error) throw error;
  return { data, isEmpty: response.status === 204 || response.headers.get('content-length') === '0' };
}

const underWay = new Map<string, Promise<{ data?: unknown }>>();

/** A second press while the same call is under way sends nothing, and gets the answer of the first. */
function callOnce(method: string, path: string, init: { body?: unknown }) {
  // Files have no text to compare.
  if (init.body instanceof FormData) return call(method, path, init);
  const key = JSON.stringify([method, path, init]);
  const sent = underWay.get(key) ?? call(method, path, init).finally(() => underWay.delete(key));
  underWay.set(key, sent);
  return sent;
}

interface QueryCall {
  queryKey: [method: string, path: string, init?: object];
  signal: AbortSignal;
}

async function queryFn({ queryKey: [method, path, init], signal }: QueryCall) {
  const { data, isEmpty } = await call(method, path, { signal, ...init });
  // A query must not have `undefined` as its data.
  return isEmpty ? (data ?? null) : data;
}

function queryOptions(method: string, path: string, init?: object, options?: object) {
  return { queryKey: init === undefined ? [method, path] : [method, path, init], queryFn, ...options };
}

export const $api = {
  queryOptions,
  useQuery: (method: string, path: string, init?: object, options?: object) =>
    useQuery(queryOptions(method, path, init, options) as never),
  useMutation: (method: string, path: string, options?: object) =>
    useMutation({
      mutationKey: [method, path],
      mutationFn: async (init: object) => (await callOnce(method, path, init)).data,
      ...options,
    }),
} as unknown as QueryClientOfContract;
