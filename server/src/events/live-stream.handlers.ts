import { type AuditedAction, recordChange } from '../audit/record-change.ts';
import type { Call, Handlers } from '../contract/operation.ts';
import { brokenForeignKey } from '../db/constraints.ts';
import type { Db } from '../db/database.ts';
import { assertMatch, splitVersion } from '../http/entity-tag.ts';
import { bodyIssue, problem, validationProblem } from '../http/problems.ts';
import { findBlock } from './block.repository.ts';
import {
  deleteLiveStream,
  findLiveStream,
  insertLiveStream,
  listLiveStreams,
  lockLiveStream,
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
  videoProvider: { knowsVideo(videoId: string): Promise<boolean> };
}

export function liveStreamHandlers({ db, videoProvider }: Deps): Handlers<LiveStreamOperations> {
  const assertBlock = async (path: { eventId: string; blockId: string }) => {
    const block = await findBlock(db, path.eventId, path.blockId);
    if (block === undefined) throw problem('not-found');
  };

  const assertVideo = async (videoId: string | undefined) => {
    if (videoId !== undefined && !(await videoProvider.knowsVideo(videoId)))
      throw validationProblem([bodyIssue('/videoId', 'The video provider does not know this video.')]);
  };

  const create =
    (action: LiveStreamOperations & AuditedAction) =>
    async ({ path, body, request }: Pick<Call<'createLiveStream'>, 'path' | 'body' | 'request'>) => {
      await assertBlock(path);
      await assertVideo(body.videoId);
      const { id } = await db.transaction().execute(async (trx) => {
        const stream = await insertLiveStream(trx, { ...body, blockId: path.blockId }).catch(
          rethrowAsNotFound,
        );
        const { fields } = splitVersion(stream);
        await recordChange(trx, request, { action, entityId: fields.id, before: null, after: fields });
        return fields;
      });
      const location = `/api/v1/events/${path.eventId}/blocks/${path.blockId}/live-streams/${id}`;
      return { status: 201 as const, headers: { location }, body: { id } };
    };

  const remove =
    (action: LiveStreamOperations & AuditedAction) =>
    ({ path, request }: Pick<Call<'deleteLiveStream'>, 'path' | 'request'>) =>
      db.transaction().execute(async (trx) => {
        const stream = await lockLiveStream(trx, path);
        if (stream === undefined) throw problem('not-found');
        assertMatch(request, stream.version);
        await deleteLiveStream(trx, stream.id);
        const before = splitVersion(stream).fields;
        await recordChange(trx, request, { action, entityId: stream.id, before, after: null });
        return { status: 204 as const };
      });

  return {
    async listLiveStreams({ path }) {
      await assertBlock(path);
      const data = await listLiveStreams(db, path.blockId);
      return { status: 200, body: { data, total: data.length } };
    },

    async getLiveStream({ path }) {
      const liveStream = await findLiveStream(db, path);
      if (liveStream === undefined) throw problem('not-found');
      const { etag, fields } = splitVersion(liveStream);
      return { status: 200, headers: { etag }, body: fields };
    },

    createLiveStream: create('createLiveStream'),
    createLiveStreamInBlock: create('createLiveStreamInBlock'),

    async updateLiveStream({ path, body, request }) {
      if ((await findLiveStream(db, path)) === undefined) throw problem('not-found');
      await assertVideo(body.videoId);
      return db.transaction().execute(async (trx) => {
        const stream = await lockLiveStream(trx, path);
        if (stream === undefined) throw problem('not-found');
        assertMatch(request, stream.version);
        const { etag, fields: after } = splitVersion(await updateLiveStream(trx, stream, body));
        const before = splitVersion(stream).fields;
        await recordChange(trx, request, { action: 'updateLiveStream', entityId: stream.id, before, after });
        return { status: 204, headers: { etag } };
      });
    },

    deleteLiveStream: remove('deleteLiveStream'),
    deleteLiveStreamAlias: remove('deleteLiveStreamAlias'),
  };
}

function rethrowAsNotFound(error: unknown): never {
  if (brokenForeignKey(error) !== undefined) throw problem('not-found');
  throw error;
}
