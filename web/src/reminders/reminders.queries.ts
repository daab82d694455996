import type { components } from '@ringside/openapi/schema';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../api/client.ts';
import { done } from '../api/done.ts';
import { $api } from '../api/query-api.ts';

export type Reminder = components['schemas']['Reminder'];
export type ReminderSettings = components['schemas']['ReminderSettings'];

const listPath = '/api/v1/reminders';
const onePath = '/api/v1/reminders/competitions/{competitionId}';
const settingsPath = '/api/v1/reminders/settings';
/** Another device, or the link in a mail, may have changed it since. */
const fresh = { staleTime: 0, meta: { showsProblem: true } } as const;

const reminderOf = (slug: string) =>
  $api.queryOptions('get', onePath, { params: { path: { competitionId: slug } } }, fresh);
const settingsOptions = $api.queryOptions('get', settingsPath, {}, fresh);

export function useReminder(slug: string, { enabled }: { enabled: boolean }) {
  return useQuery({ ...reminderOf(slug), enabled });
}

/** Shown at once and taken back when the server refuses. Presses go to the server one after the other. */
export function useSwitchReminder(slug: string) {
  const client = useQueryClient();
  const { queryKey } = reminderOf(slug);
  return useMutation({
    scope: { id: `reminder ${slug}` },
    mutationFn: (isSet: boolean) => {
      const call = { params: { path: { competitionId: slug } } };
      return done<{ error?: unknown; response: Response }>(
        isSet ? api.PUT(onePath, call) : api.DELETE(onePath, call),
      );
    },
    onMutate: async (isSet: boolean) => {
      await client.cancelQueries({ queryKey });
      const before = client.getQueryData(queryKey);
      client.setQueryData(queryKey, { isSet });
      return before;
    },
    onError: (_error, _isSet, before) => client.setQueryData(queryKey, before),
    onSettled: () => client.invalidateQueries({ queryKey: ['get', listPath] }),
  });
}

export function useReminders(page: { limit: number; offset: number }) {
  return useQuery({
    ...$api.queryOptions('get', listPath, { params: { query: page } }, fresh),
    placeholderData: keepPreviousData,
  });
}

export function useReminderSettings() {
  return useQuery(settingsOptions);
}

/** @returns a function that reads the settings now. */
export function useReadReminderSettings() {
  const client = useQueryClient();
  return () => client.fetchQuery(settingsOptions);
}

export function useSwitchReminderMails() {
  const client = useQueryClient();
  const { queryKey } = settingsOptions;
  return useMutation({
    scope: { id: 'reminder mails' },
    mutationFn: (mails: boolean) => done(api.PUT(settingsPath, { body: { mails } })),
    onMutate: async (mails: boolean) => {
      await client.cancelQueries({ queryKey });
      const before = client.getQueryData(queryKey);
      if (before) client.setQueryData(queryKey, { ...before, mails });
      return before;
    },
    onError: (_error, _mails, before) => client.setQueryData(queryKey, before),
  });
}

/** The page shows its problem. */
export function useStopReminderMails() {
  return $api.useMutation('post', '/api/v1/reminders/unsubscribe', { meta: { showsProblem: true } });
}
