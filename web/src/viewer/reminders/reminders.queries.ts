import type { components } from '@ringside/openapi/schema';
import { keepPreviousData, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { done } from '../../api/done.ts';
import { $api } from '../../api/query-api.ts';

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

const pageSize = 100;

/** The slugs of all reminders: one call, and another one for each further hundred. */
const slugsOptions = queryOptions({
  queryKey: ['get', listPath, 'slugs'],
  queryFn: async ({ signal }) => {
    const slugs: string[] = [];
    for (;;) {
      const query = { limit: pageSize, offset: slugs.length };
      const { data } = await done(api.GET(listPath, { params: { query }, signal }));
      slugs.push(...(data?.data ?? []).map(({ competition }) => competition.slug));
      if (!data || data.data.length < pageSize) return slugs;
    }
  },
  ...fresh,
});

/** For lists, where a call for each card would be too many. */
export function useRemindedSlugs({ enabled }: { enabled: boolean }) {
  return useQuery({ ...slugsOptions, enabled });
}

const switchKey = ['switch reminder'];

/** Shown at once and taken back when the server refuses. Presses go to the server one after the other. */
export function useSwitchReminder(slug: string) {
  const client = useQueryClient();
  const { queryKey } = reminderOf(slug);
  const inList = (isSet: boolean) =>
    client.setQueryData(slugsOptions.queryKey, (slugs) => {
      const others = slugs?.filter((other) => other !== slug);
      return isSet ? [...(others ?? []), slug] : others;
    });
  return useMutation({
    mutationKey: switchKey,
    scope: { id: `reminder ${slug}` },
    mutationFn: (isSet: boolean) => {
      const call = { params: { path: { competitionId: slug } } };
      return done<{ error?: unknown; response: Response }>(
        isSet ? api.PUT(onePath, call) : api.DELETE(onePath, call),
      );
    },
    onMutate: async (isSet: boolean) => {
      await Promise.all(
        [queryKey, slugsOptions.queryKey].map((key) => client.cancelQueries({ queryKey: key })),
      );
      const before = client.getQueryData(queryKey);
      const wasInList = client.getQueryData(slugsOptions.queryKey)?.includes(slug) ?? false;
      client.setQueryData(queryKey, { isSet });
      inList(isSet);
      return { before, wasInList };
    },
    onError: (_error, _isSet, known) => {
      client.setQueryData(queryKey, known?.before);
      inList(known?.wasInList ?? false);
    },
    // A list that is read while another press is under way would show that one as not made.
    onSettled: () =>
      client.isMutating({ mutationKey: switchKey }) > 1
        ? undefined
        : client.invalidateQueries({ queryKey: ['get', listPath] }),
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

type MailSettings = Pick<ReminderSettings, 'mails' | 'boutMails'>;

export function useSwitchReminderMails() {
  const client = useQueryClient();
  const { queryKey } = settingsOptions;
  return useMutation({
    scope: { id: 'reminder mails' },
    mutationFn: (body: MailSettings) => done(api.PUT(settingsPath, { body })),
    onMutate: async (settings: MailSettings) => {
      await client.cancelQueries({ queryKey });
      const before = client.getQueryData(queryKey);
      if (before) client.setQueryData(queryKey, { ...before, ...settings });
      return before;
    },
    onError: (_error, _settings, before) => client.setQueryData(queryKey, before),
  });
}

/** The page shows its problem. */
export function useStopReminderMails() {
  return $api.useMutation('post', '/api/v1/reminders/unsubscribe', { meta: { showsProblem: true } });
}
