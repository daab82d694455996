import { expect, it, vi } from 'vitest';
import { problemBody } from '../test/api-server.ts';
import { createRingsideQueryClient } from './query-client.ts';

async function attempts(error: unknown) {
  const onProblem = vi.fn();
  const client = createRingsideQueryClient(onProblem);
  const queryFn = vi.fn(() => Promise.reject(error));
  await client
    .fetchQuery({ queryKey: ['x'], queryFn, retry: client.getDefaultOptions().queries?.retry, retryDelay: 0 })
    .catch(() => {});
  expect(onProblem).toHaveBeenCalledExactlyOnceWith(error);
  return queryFn.mock.calls.length;
}

it('keeps answers for 2 hours and treats them as fresh for 15 minutes', () => {
  const { queries } = createRingsideQueryClient(() => {}).getDefaultOptions();
  expect(queries).toMatchObject({ staleTime: 900_000, gcTime: 7_200_000 });
});

it('retries once after a fault of the server or the network', async () => {
  expect(await attempts(problemBody({ status: 503 }))).toBe(2);
  expect(await attempts(new TypeError('failed to fetch'))).toBe(2);
});

it('does not retry a refused call', async () => {
  expect(await attempts(problemBody({ status: 404 }))).toBe(1);
});

it('lets a change fail at once without a network, instead of sending it some time later', () => {
  expect(createRingsideQueryClient(() => {}).getDefaultOptions().mutations?.networkMode).toBe('always');
});
