import type { components } from '@ringside/openapi/schema';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../api/client.ts';
import { done } from '../../../api/done.ts';
import { $api } from '../../../api/query-api.ts';

export type BoutReminder = components['schemas']['BoutReminder'];

const listPath = '/api/v1/reminders/bouts';
const onePath = '/api/v1/reminders/competitions/{competitionId}/bouts/{boutId}';
const fresh = { staleTime: 0, meta: { showsProblem: true } } as const;
/** More than the card of an evening has. */
const mostListed = 100;

const ofCompetition = (slug: string) =>
  $api.queryOptions(
    'get',
    listPath,
    { params: { query: { competitionId: slug, limit: mostListed } } },
    fresh,
  );

/** Whether the viewer waits for the bout. One call answers for all bouts of an event. */
export function useIsWaitingFor(slug: string, boutId: string, { enabled }: { enabled: boolean }) {
  const { data } = useQuery({ ...ofCompetition(slug), enabled });
  return enabled && data?.data.some((reminder) => reminder.boutId === boutId) === true;
}

/** Of all events, the next ones first. */
export function useBoutReminders() {
  return useQuery($api.queryOptions('get', listPath, { params: { query: { limit: mostListed } } }, fresh));
}

const switchKey = ['switch bout reminder'];

/** Presses for one bout go to the server one after the other. The lists are read again after the last one. */
export function useSwitchBoutReminder(slug: string, boutId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationKey: switchKey,
    scope: { id: `reminder ${boutId}` },
    mutationFn: (isSet: boolean) => {
      const call = { params: { path: { competitionId: slug, boutId } } };
      return done<{ error?: unknown; response: Response }>(
        isSet ? api.PUT(onePath, call) : api.DELETE(onePath, call),
      );
    },
    // A list that is on its way may not know of the press yet.
    onMutate: () => client.cancelQueries({ queryKey: ['get', listPath] }),
    onSettled: () =>
      client.isMutating({ mutationKey: switchKey }) > 1
        ? undefined
        : client.invalidateQueries({ queryKey: ['get', listPath] }),
  });
}
