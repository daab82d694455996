import type { components } from '@ringside/openapi/schema';
import { useQueryClient } from '@tanstack/react-query';
import { $api } from '../../api/query-api.ts';

export type WatchingDevice = components['schemas']['PlaybackSession'];

const sessionsPath = '/api/v1/playback/sessions';

/** The devices that watch now. Another device may start or stop at any time. */
export function useWatchingDevices() {
  return $api.useQuery(
    'get',
    sessionsPath,
    {},
    { staleTime: 0, refetchInterval: 10_000, meta: { showsProblem: true } },
  );
}

export function useStopWatchingDevice() {
  const client = useQueryClient();
  return $api.useMutation('delete', '/api/v1/playback/sessions/{sessionId}', {
    onSettled: () => client.invalidateQueries({ queryKey: ['get', sessionsPath] }),
  });
}
