import { recordChange } from '../audit/record-change.ts';
import type { Handlers } from '../contract/operation.ts';
import { brokenForeignKey, brokenUnique } from '../db/constraints.ts';
import type { Db } from '../db/database.ts';
import { assertMatch, splitVersion } from '../http/entity-tag.ts';
import { bodyIssue, conflict, problem, validationProblem } from '../http/problems.ts';
import {
  countBlocks,
  deleteBlock,
  findBlock,
  insertBlock,
  listBlocks,
  lockBlock,
  lockBlockToDelete,
  updateBlock,
} from './block.repository.ts';
import { countDependents } from './deletion.repository.ts';
import { describeRefusal, isDeletionRefused } from './deletion.rules.ts';
import { findEvent, lockEvent } from './event.repository.ts';
import {
  completeLocation,
  findDateIssues,
  mostBlocks,
  tooManyBlocks,
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
      const { etag, fields } = splitVersion(block);
      return { status: 200, headers: { etag }, body: fields };
    },

    async createBlock({ path, body, request }) {
      const issues = findDateIssues(body);
      if (issues.length > 0) throw validationProblem(issues);
      const values = { ...body, eventId: path.eventId, location: completeLocation(body.location) };
      const { id } = await db.transaction().execute(async (trx) => {
        // The lock makes parallel calls count one after another.
        if ((await lockEvent(trx, path.eventId)) === undefined) throw problem('not-found');
        if ((await countBlocks(trx, path.eventId)) >= mostBlocks)
          throw problem('conflict', { detail: tooManyBlocks });
        const { fields } = splitVersion(await insertBlock(trx, values).catch(rethrowAsProblem));
        await recordChange(trx, request, {
          action: 'createBlock',
          entityId: fields.id,
          before: null,
          after: fields,
        });
        return fields;
      });
      return {
        status: 201,
        headers: { location: `/api/v1/events/${path.eventId}/blocks/${id}` },
        body: { id },
      };
    },

    async updateBlock({ path, body, request }) {
      return db.transaction().execute(async (trx) => {
        const block = await lockBlock(trx, path.eventId, path.blockId);
        if (block === undefined) throw problem('not-found');
        assertMatch(request, block.version);
        const issues = findDateIssues({ ...block, ...body }, body);
        if (issues.length > 0) throw validationProblem(issues);
        const changed = await updateBlock(trx, block, withCompleteLocation(body)).catch(rethrowAsProblem);
        const { etag, fields: after } = splitVersion(changed);
        const before = splitVersion(block).fields;
        await recordChange(trx, request, { action: 'updateBlock', entityId: block.id, before, after });
        return { status: 204, headers: { etag } };
      });
    },

    async deleteBlock({ path, query, request }) {
      return db.transaction().execute(async (trx) => {
        const block = await lockBlockToDelete(trx, path.eventId, path.blockId);
        if (block === undefined) throw problem('not-found');
        assertMatch(request, block.version);
        const isDryRun = query.dryRun === 'true';
        const dependents = await countDependents(
          trx,
          { column: 'blockId', id: block.id },
          { hold: !isDryRun },
        );
        const isRefused = isDeletionRefused(dependents);
        if (isDryRun) return { status: 200, body: { ...dependents, isRefused } };
        if (isRefused) throw problem('conflict', { detail: describeRefusal(dependents) });
        await deleteBlock(trx, block.id);
        const before = { ...splitVersion(block).fields, ...dependents };
        await recordChange(trx, request, { action: 'deleteBlock', entityId: block.id, before, after: null });
        return { status: 204 };
      });
    },
  };
}

function rethrowAsProblem(error: unknown): never {
  if (brokenUnique(error) === 'blocks_slug_unique')
    throw conflict(bodyIssue('/slug', 'Another block of this event has this slug already.'));
  if (brokenForeignKey(error) !== undefined) throw problem('not-found');
  throw error;
}
