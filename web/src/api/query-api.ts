/** The client of the contract as TanStack Query options. A separate file, so that modules without React do not load it. */
import createQueryClient from 'openapi-react-query';
import { api } from './client.ts';

const underWay = new Map<string, Promise<unknown>>();

type Call = (path: string, init?: { body?: unknown }) => Promise<unknown>;

/** A second press while the same call is under way sends nothing, and gets the answer of the first. */
function once<C>(method: string, send: C): C {
  const call = send as Call;
  const sendOnce: Call = (path, init) => {
    // Files have no text to compare.
    if (init?.body instanceof FormData) return call(path, init);
    const key = JSON.stringify([method, path, init]);
    const sent = underWay.get(key) ?? call(path, init).finally(() => underWay.delete(key));
    underWay.set(key, sent);
    return sent;
  };
  return sendOnce as C;
}

const { queryOptions, useQuery } = createQueryClient(api);
const { useMutation } = createQueryClient({
  ...api,
  POST: once('POST', api.POST),
  PUT: once('PUT', api.PUT),
  PATCH: once('PATCH', api.PATCH),
  DELETE: once('DELETE', api.DELETE),
});

export const $api = { queryOptions, useQuery, useMutation };
