import type { components } from '@ringside/openapi/schema';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { $api } from '../../api/query-api.ts';

export type Viewing = components['schemas']['Viewing'];

const historyPath = '/api/v1/history';
const continuePath = '/api/v1/history/continue';
/** Any device may have watched since. */
const fresh = { staleTime: 0, meta: { showsProblem: true } } as const;

export function useHistory(page: { limit: number; offset: number }) {
  return useQuery({
    ...$api.queryOptions('get', historyPath, { params: { query: page } }, fresh),
    placeholderData: keepPreviousData,
  });
}

export function useViewingsToContinue() {
  return $api.useQuery('get', continuePath, {}, fresh);
}

function useReloadHistory() {
  const client = useQueryClient();
  return () =>
    Promise.all(
      [historyPath, continuePath].map((path) => client.invalidateQueries({ queryKey: ['get', path] })),
    );
}

export function useRemoveViewing() {
  return $api.useMutation('delete', '/api/v1/history/{liveStreamId}', { onSettled: useReloadHistory() });
}

export function useClearHistory() {
  return $api.useMutation('delete', historyPath, { onSettled: useReloadHistory() });
}

/** The toast with Undo says what has become of it. */
const undoOptions = { meta: { showsProblem: true } } as const;

export function useRestoreViewing() {
  return $api.useMutation('post', '/api/v1/history/{liveStreamId}/restore', {
    ...undoOptions,
    onSettled: useReloadHistory(),
  });
}

export function useRestoreHistory() {
  return $api.useMutation('post', '/api/v1/history/restore', {
    ...undoOptions,
    onSettled: useReloadHistory(),
  });
}
