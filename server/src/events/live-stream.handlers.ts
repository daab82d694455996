import type { Body, Call, Handlers } from '../contract/operation.ts';
import { brokenForeignKey } from '../db/constraints.ts';
import type { Db } from '../db/database.ts';
import { problem, validationProblem } from '../http/problems.ts';
import { findBlock } from './block.repository.ts';
import { unknownVideo } from './events.rules.ts';
import {
  deleteLiveStream,
  findLiveStream,
  insertLiveStream,
  listLiveStreams,
  updateLiveStream,
} from './live-stream.repository.ts';

type LiveStreamOperations =
  | 'listLiveStreams'
  | 'getLiveStream'
  | 'createLiveStream'
  | 'createLiveStreamInBlock'
  | 'updateLiveStream'
  | 'deleteLiveStream'
  | 'deleteLiveStreamAlias';

interface Deps {
  db: Db;
  /** Asks the video provider. */
  knowsVideo: (videoId: string) => Promise<boolean>;
}

export function liveStreamHandlers({ db, knowsVideo }: Deps): Handlers<LiveStreamOperations> {
  const assertBlock = async (path: { eventId: string; blockId: string }) => {
    const block = await findBlock(db, path.eventId, path.blockId);
    if (block === undefined) throw problem('not-found');
  };

  const assertVideo = async (videoId: string | undefined) => {
    if (videoId !== undefined && !(await knowsVideo(videoId))) throw validationProblem([unknownVideo]);
  };

  const create = async ({ path, body }: Pick<Call<'createLiveStream'>, 'path' | 'body'>) => {
    await assertBlock(path);
    await assertVideo(body.videoId);
    const id = await insertLiveStream(db, { ...body, blockId: path.blockId }).catch(refuseGoneBlock);
    const location = `/api/v1/events/${path.eventId}/blocks/${path.blockId}/live-streams/${id}`;
    return { status: 201 as const, headers: { location }, body: { id } };
  };

  const remove = async (path: Call<'deleteLiveStream'>['path']) => {
    if (!(await deleteLiveStream(db, path))) throw problem('not-found');
    return { status: 204 as const };
  };

  return {
    async listLiveStreams({ path }) {
      await assertBlock(path);
      const data = await listLiveStreams(db, path.blockId);
      return { status: 200, body: { data, total: data.length } };
    },

    async getLiveStream({ path }) {
      const liveStream = await findLiveStream(db, path);
      if (liveStream === undefined) throw problem('not-found');
      return { status: 200, body: liveStream };
    },

    createLiveStream: create,
    createLiveStreamInBlock: create,

    async updateLiveStream({ path, body }) {
      if ((await findLiveStream(db, path)) === undefined) throw problem('not-found');
      await assertVideo((body as Body<'updateLiveStream'>).videoId);
      await updateLiveStream(db, path.liveStreamId, body);
      return { status: 204 };
    },

    deleteLiveStream: ({ path }) => remove(path),
    deleteLiveStreamAlias: ({ path }) => remove(path),
  };
}

function refuseGoneBlock(error: unknown): never {
  if (brokenForeignKey(error) !== undefined) throw problem('not-found');
  throw error;
}
