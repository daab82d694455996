import type { components } from '@ringside/openapi/schema';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../../api/client.ts';
import { done } from '../../../api/done.ts';
import { organiserOptions } from '../../../api/organiser-query.ts';
import { isProblem } from '../../../api/problem.ts';
import { $api } from '../../../api/query-api.ts';

type Schemas = components['schemas'];
export type Ingest = Schemas['Ingest'];
/** An ingest without its address, as the live desk has it, too. */
export type DescribedIngest = Schemas['DeskIngest'];
export type StreamKey = Schemas['StreamKey'];

export interface StreamPath {
  eventId: string;
  blockId: string;
  liveStreamId: string;
}

const ingestPath = '/api/v1/events/{eventId}/blocks/{blockId}/live-streams/{liveStreamId}/ingest';

export type Chapter = Schemas['Chapter'];
export type Bout = Schemas['Bout'];
export type Trim = Schemas['Trim'];

/** Where the recording of a broadcast that is over can be downloaded. */
export function recordingHref({ eventId, blockId, liveStreamId }: StreamPath) {
  return `/api/v1/events/${eventId}/blocks/${blockId}/live-streams/${liveStreamId}/ingest/recording`;
}

/** What arrives now is interesting only now. */
const readEveryMs = 2_000;

export const ingestQueries = {
  /** null: the stream has none. */
  of: (path: StreamPath) =>
    queryOptions({
      queryKey: ['ingest', path.liveStreamId],
      staleTime: 0,
      gcTime: 0,
      retry: false,
      refetchInterval: readEveryMs,
      queryFn: async () => {
        const { data, error } = await api.GET(ingestPath, { params: { path } });
        if (data) return data;
        if (isProblem(error) && error.status === 404) return null;
        throw error;
      },
    }),
  cutPlaces: (path: StreamPath) =>
    queryOptions({
      queryKey: ['ingest', path.liveStreamId, 'cut-places'],
      staleTime: Number.POSITIVE_INFINITY,
      gcTime: 0,
      retry: false,
      queryFn: async () => {
        const { data, error } = await api.GET(`${ingestPath}/cut-places`, { params: { path } });
        if (!data) throw error;
        return data;
      },
    }),
  /** Where bouts begin, as set by hand. */
  chapters: (path: StreamPath) =>
    $api.queryOptions(
      'get',
      `${ingestPath}/chapters`,
      { params: { path } },
      { ...organiserOptions, placeholderData: undefined, select: ({ data }: Schemas['ChapterList']) => data },
    ),
  /** The bouts of the block, in their order. */
  bouts: ({ eventId, blockId }: StreamPath) =>
    $api.queryOptions(
      'get',
      '/api/v1/events/{eventId}/bouts',
      { params: { path: { eventId } } },
      {
        ...organiserOptions,
        placeholderData: undefined,
        select: ({ data }: Schemas['BoutList']) => data.filter((bout) => bout.blockId === blockId),
      },
    ),
};

/** @throws the problem. */
export const setChapter = (path: StreamPath, boutId: string, seconds: number) =>
  done(
    api.PUT(`${ingestPath}/chapters/{boutId}`, { params: { path: { ...path, boutId } }, body: { seconds } }),
  );

/** @throws the problem. */
export const deleteChapter = (path: StreamPath, boutId: string) =>
  done(api.DELETE(`${ingestPath}/chapters/{boutId}`, { params: { path: { ...path, boutId } } }));

/** @throws the problem. */
export async function createIngest(path: StreamPath): Promise<StreamKey> {
  const { data, error } = await api.POST(ingestPath, { params: { path } });
  if (!data) throw error;
  return data;
}

/** @throws the problem. */
export async function replaceStreamKey(path: StreamPath): Promise<StreamKey> {
  const { data, error } = await api.PUT(`${ingestPath}/stream-key`, { params: { path } });
  if (!data) throw error;
  return data;
}

export function postEnd(path: StreamPath) {
  return api.POST(`${ingestPath}/end`, { params: { path } });
}

/** @throws the problem. */
export function endBroadcast(path: StreamPath) {
  return done(postEnd(path));
}

export function postKeep(path: StreamPath) {
  return api.POST(`${ingestPath}/keep`, { params: { path } });
}

/** @throws the problem. */
export function keepEncoder(path: StreamPath) {
  return done(postKeep(path));
}

/** @throws the problem. */
export function deleteIngest(path: StreamPath) {
  return done(api.DELETE(ingestPath, { params: { path } }));
}

/** @returns what the replay shows now. @throws the problem. */
export async function trimReplay(path: StreamPath, trim: Trim): Promise<Trim> {
  const { data, error } = await api.PUT(`${ingestPath}/trim`, { params: { path }, body: trim });
  if (!data) throw error;
  return data;
}

/** @throws the problem. */
export function restoreReplay(path: StreamPath) {
  return done(api.DELETE(`${ingestPath}/trim`, { params: { path } }));
}
