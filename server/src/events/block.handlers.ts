import type { Handlers } from '../contract/operation.ts';
import { brokenCheck, brokenForeignKey, brokenUnique } from '../db/constraints.ts';
import type { Db } from '../db/database.ts';
import { problem, validationProblem } from '../http/problems.ts';
import {
  deleteBlock,
  findBlock,
  insertBlock,
  listBlocks,
  lockBlock,
  updateBlock,
} from './block.repository.ts';
import { findEvent } from './event.repository.ts';
import {
  completeLocation,
  endBeforeStart,
  findPeriodIssue,
  slugTakenByBlock,
  withCompleteLocation,
} from './events.rules.ts';

type BlockOperations = 'listBlocks' | 'getBlock' | 'createBlock' | 'updateBlock' | 'deleteBlock';

export function blockHandlers({ db }: { db: Db }): Handlers<BlockOperations> {
  return {
    async listBlocks({ path, query }) {
      const event = await findEvent(db, path.eventId, { blocks: false, liveStreams: false });
      if (event === undefined) throw problem('not-found');
      const data = await listBlocks(db, path.eventId, { liveStreams: query.liveStreams === 'true' });
      return { status: 200, body: { data, total: data.length } };
    },

    async getBlock({ path }) {
      const block = await findBlock(db, path.eventId, path.blockId);
      if (block === undefined) throw problem('not-found');
      return { status: 200, body: block };
    },

    async createBlock({ path, body }) {
      const issue = findPeriodIssue(body);
      if (issue) throw validationProblem([issue]);
      const block = { ...body, eventId: path.eventId, location: completeLocation(body.location) };
      const id = await insertBlock(db, block).catch(refuse);
      return {
        status: 201,
        headers: { location: `/api/v1/events/${path.eventId}/blocks/${id}` },
        body: { id },
      };
    },

    async updateBlock({ path, body }) {
      await db.transaction().execute(async (trx) => {
        const block = await lockBlock(trx, path.eventId, path.blockId);
        if (block === undefined) throw problem('not-found');
        const issue = findPeriodIssue({ ...block, ...body });
        if (issue) throw validationProblem([issue]);
        await updateBlock(trx, path.blockId, withCompleteLocation(body)).catch(refuse);
      });
      return { status: 204 };
    },

    async deleteBlock({ path }) {
      if (!(await deleteBlock(db, path.eventId, path.blockId))) throw problem('not-found');
      return { status: 204 };
    },
  };
}

function refuse(error: unknown): never {
  if (brokenUnique(error) === 'blocks_slug_unique')
    throw problem('conflict', { detail: slugTakenByBlock.detail, issues: [slugTakenByBlock] });
  if (brokenCheck(error) === 'blocks_dates') throw validationProblem([endBeforeStart]);
  if (brokenForeignKey(error) !== undefined) throw problem('not-found');
  throw error;
}
