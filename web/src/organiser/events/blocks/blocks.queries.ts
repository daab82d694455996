import type { components } from '@ringside/openapi/schema';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { api } from '../../../api/client.ts';
import { done } from '../../../api/done.ts';
import { organiserOptions } from '../../../api/organiser-query.ts';
import { $api } from '../../../api/query-api.ts';
import { versioned } from '../../../api/versioned.ts';

type Schemas = components['schemas'];
export type Block = Schemas['BlockWithLiveStreams'];
export type LiveStream = Schemas['LiveStream'];

/** The path of a block, and of a stream of it. */
export interface BlockPath {
  eventId: string;
  blockId: string;
}
export interface StreamPath extends BlockPath {
  liveStreamId: string;
}

const blocksPath = '/api/v1/events/{eventId}/blocks';
const blockPath = '/api/v1/events/{eventId}/blocks/{blockId}';
const streamsPath = '/api/v1/events/{eventId}/blocks/{blockId}/live-streams';
const streamPath = '/api/v1/events/{eventId}/blocks/{blockId}/live-streams/{liveStreamId}';

// Another event or block is another page: the one before must not stand there meanwhile.
const options = { ...organiserOptions, placeholderData: undefined };

export const blocksQueries = {
  /** In order of time, each with its live streams. */
  list: (eventId: string) =>
    $api.queryOptions(
      'get',
      blocksPath,
      { params: { path: { eventId }, query: { liveStreams: 'true' } } },
      { ...options, select: ({ data }: Schemas['BlockList']) => data.map(withStreams) },
    ),
  /** For a form: with the version, and read anew each time. */
  block: (path: BlockPath) =>
    queryOptions({
      ...options,
      gcTime: 0,
      queryKey: ['block', path.blockId],
      queryFn: () => readBlock(path),
    }),
  stream: (path: StreamPath) =>
    queryOptions({
      ...options,
      gcTime: 0,
      queryKey: ['live-stream', path.liveStreamId],
      queryFn: () => readStream(path),
    }),
};

/** The blocks as the list has them now, without asking for them. */
export function blocksInCache(queryClient: QueryClient, eventId: string) {
  const list = queryClient.getQueryData<Schemas['BlockList']>(blocksQueries.list(eventId).queryKey);
  return list?.data.map(withStreams) ?? [];
}

function withStreams(block: Schemas['Block']): Block {
  return { ...block, liveStreams: block.liveStreams ?? [] };
}

/** @throws the problem. */
export function readBlock(path: BlockPath) {
  return versioned(api.GET(blockPath, { params: { path } }));
}

export function createBlock(eventId: string, body: Schemas['BlockCreate']) {
  return api.POST(blocksPath, { params: { path: { eventId } }, body });
}

/** Changes the fields that are given, if the block still has this version. */
export function updateBlock(path: BlockPath, body: Schemas['BlockUpdate'], etag: string) {
  return api.PATCH(blockPath, { params: { path, header: { 'If-Match': etag } }, body });
}

/** What a deletion would delete, too; nothing is deleted. @throws the problem. */
export async function previewBlockDeletion(path: BlockPath) {
  const { data, error } = await api.DELETE(blockPath, { params: { path, query: { dryRun: 'true' } } });
  if (!data) throw error;
  return data;
}

/** @throws the problem. */
export function deleteBlock(path: BlockPath) {
  return done(api.DELETE(blockPath, { params: { path } }));
}

/** @throws the problem. */
export function readStream(path: StreamPath) {
  return versioned(api.GET(streamPath, { params: { path } }));
}

export function createStream(path: BlockPath, body: Schemas['LiveStreamCreate']) {
  return api.POST(streamsPath, { params: { path }, body });
}

/** @param etag the version that the stream must still have; without it whatever it is. */
export function updateStream(path: StreamPath, body: Schemas['LiveStreamUpdate'], etag?: string) {
  const header = etag ? { 'If-Match': etag } : {};
  return api.PATCH(streamPath, { params: { path, header }, body });
}

/** @throws the problem. */
export function deleteStream(path: StreamPath) {
  return done(api.DELETE(streamPath, { params: { path } }));
}
