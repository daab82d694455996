import { recordChange } from '../audit/record-change.ts';
import type { Handlers } from '../contract/operation.ts';
import { brokenForeignKey } from '../db/constraints.ts';
import type { Db } from '../db/database.ts';
import { findEvent, lockEvent } from '../events/event.repository.ts';
import { holdCards } from '../fighters/fighter.repository.ts';
import { findCurrentId } from '../fighters/merged.repository.ts';
import { assertMatch, splitVersion } from '../http/entity-tag.ts';
import { bodyIssue, problem, validationProblem } from '../http/problems.ts';
import {
  deleteBout,
  findBout,
  insertBout,
  isKept,
  listBoutIds,
  listBouts,
  listNames,
  lockBout,
  setOrder,
  updateBout,
  wasDecided,
} from './bout.repository.ts';
import {
  boutIsDecided,
  boutIsKept,
  cardHasChanged,
  clearedWeighIns,
  completeWeighIn,
  findCornerIssues,
  isAnnouncedOtherwise,
  isSameCard,
  mostBouts,
  replacementsAfter,
  roundedKg,
  statusAfter,
  tooManyBouts,
} from './bouts.rules.ts';
import { noteWaiting } from './deleted-bout.repository.ts';

type BoutOperations = 'listBouts' | 'getBout' | 'createBout' | 'updateBout' | 'deleteBout' | 'orderBouts';

interface Deps {
  db: Db;
  now: () => Date;
}

export function boutHandlers({ db, now }: Deps): Handlers<BoutOperations> {
  return {
    async listBouts({ path }) {
      const event = await findEvent(db, path.eventId, { blocks: false, liveStreams: false });
      if (event === undefined) throw problem('not-found');
      const data = await listBouts(db, path.eventId);
      return { status: 200, body: { data, total: data.length } };
    },

    async getBout({ path }) {
      const bout = await findBout(db, path.eventId, path.boutId);
      if (bout === undefined) throw problem('not-found');
      const { etag, fields } = splitVersion(bout);
      return { status: 200, headers: { etag }, body: fields };
    },

    async createBout({ path, body: asked, request }) {
      const { id } = await db.transaction().execute(async (trx) => {
        // The lock makes parallel calls count one after another.
        if ((await lockEvent(trx, path.eventId)) === undefined) throw problem('not-found');
        await holdCards(trx);
        const body = await withCurrentIds(trx, asked);
        const issues = findCornerIssues(body, body);
        if (issues.length > 0) throw validationProblem(issues);
        const card = (await listBoutIds(trx, path.eventId)).filter(
          ({ blockId }) => blockId === body.blockId.toLowerCase(),
        );
        if (card.length === 0) throw validationProblem([bodyIssue('/blockId', noSuchBlock)]);
        if (card.length >= mostBouts) throw problem('conflict', { detail: tooManyBouts });
        const bout = await insertBout(trx, stored(body)).catch(rethrowAsProblem);
        const { fields } = splitVersion(bout);
        await recordChange(trx, request, {
          action: 'createBout',
          entityId: fields.id,
          before: null,
          after: fields,
        });
        return fields;
      });
      return {
        status: 201,
        headers: { location: `/api/v1/events/${path.eventId}/bouts/${id}` },
        body: { id },
      };
    },

    async updateBout({ path, body: asked, request }) {
      return db.transaction().execute(async (trx) => {
        const bout = await lockBout(trx, path.eventId, path.boutId);
        if (bout === undefined) throw problem('not-found');
        assertMatch(request, bout.version);
        const body = await withCurrentIds(trx, asked);
        const issues = findCornerIssues({ ...bout, ...body }, body);
        const isCancelled = body.status === 'cancelled' && bout.status !== 'cancelled';
        if (isCancelled && (await wasDecided(trx, bout.id))) issues.push(bodyIssue('/status', boutIsDecided));
        if (issues.length > 0) throw validationProblem(issues);
        const names = await listNames(trx, [bout.redFighterId, bout.blueFighterId]);
        const replacements =
          body.status === 'announced' ? [] : replacementsAfter(bout, body, (id) => names.get(id) ?? '');
        const status = statusAfter(bout.status, body.status, replacements);
        const changed = await updateBout(trx, bout, {
          ...clearedWeighIns(bout, body),
          ...stored(body),
          status,
          replacements: JSON.stringify(replacements),
          ...(isAnnouncedOtherwise(bout, { ...body, status }) && { changedAt: now().toISOString() }),
        }).catch(rethrowAsProblem);
        const { etag, fields: after } = splitVersion(changed);
        const before = splitVersion(bout).fields;
        await recordChange(trx, request, { action: 'updateBout', entityId: bout.id, before, after });
        return { status: 204, headers: { etag } };
      });
    },

    async deleteBout({ path, request }) {
      await db.transaction().execute(async (trx) => {
        const bout = await lockBout(trx, path.eventId, path.boutId);
        if (bout === undefined) throw problem('not-found');
        assertMatch(request, bout.version);
        if (await isKept(trx, bout.id)) throw problem('conflict', { detail: boutIsKept });
        await noteWaiting(trx, bout, now().toISOString());
        await deleteBout(trx, bout.id);
        const before = splitVersion(bout).fields;
        await recordChange(trx, request, { action: 'deleteBout', entityId: bout.id, before, after: null });
      });
      return { status: 204 };
    },

    async orderBouts({ path, body, request }) {
      await db.transaction().execute(async (trx) => {
        if ((await lockEvent(trx, path.eventId)) === undefined) throw problem('not-found');
        const before = await listBoutIds(trx, path.eventId);
        const blockIds = new Set(before.map(({ blockId }) => blockId));
        const issues = body.blocks.flatMap(({ blockId }, index) =>
          blockIds.has(blockId.toLowerCase()) ? [] : [bodyIssue(`/blocks/${index}/blockId`, noSuchBlock)],
        );
        if (issues.length > 0) throw validationProblem(issues);
        const card = await listBouts(trx, path.eventId);
        const ordered = body.blocks.flatMap(({ blockId, boutIds }) =>
          boutIds.map((boutId, index) => ({ boutId, blockId, position: index + 1 })),
        );
        const ids = card.map(({ id }) => id);
        if (
          !isSameCard(
            ids,
            ordered.map(({ boutId }) => boutId),
          )
        )
          throw problem('conflict', { detail: cardHasChanged });
        await setOrder(trx, ordered);
        const after = await listBouts(trx, path.eventId);
        await recordChange(trx, request, {
          action: 'orderBouts',
          entityId: path.eventId,
          before: { card: ids },
          after: { card: after.map(({ id }) => id) },
        });
      });
      return { status: 204 };
    },
  };
}

const noSuchBlock = 'The event has no such block.';

interface Named {
  redFighterId?: string | null | undefined;
  blueFighterId?: string | null | undefined;
}

/** The id of a fighter who was merged into another one stands for that one. The caller holds the cards. */
async function withCurrentIds<Body extends Named>(trx: Db, body: Body): Promise<Body> {
  const { redFighterId, blueFighterId } = body;
  return {
    ...body,
    ...(redFighterId && { redFighterId: await findCurrentId(trx, redFighterId) }),
    ...(blueFighterId && { blueFighterId: await findCurrentId(trx, blueFighterId) }),
  };
}

interface Weighed {
  redWeighIn?: Parameters<typeof completeWeighIn>[0] | undefined;
  blueWeighIn?: Parameters<typeof completeWeighIn>[0] | undefined;
  weightLimitKg?: number | null | undefined;
}

/** The request in the form of a row. */
function stored<Body extends Weighed>({ redWeighIn, blueWeighIn, weightLimitKg, ...others }: Body) {
  return {
    ...others,
    ...(redWeighIn !== undefined && { redWeighIn: completeWeighIn(redWeighIn) }),
    ...(blueWeighIn !== undefined && { blueWeighIn: completeWeighIn(blueWeighIn) }),
    ...(weightLimitKg !== undefined && { weightLimitKg: weightLimitKg && roundedKg(weightLimitKg) }),
  };
}

function rethrowAsProblem(error: unknown): never {
  const corner = { bouts_red_fighter_id_fkey: 'red', bouts_blue_fighter_id_fkey: 'blue' }[
    brokenForeignKey(error) ?? ''
  ];
  if (corner) throw validationProblem([bodyIssue(`/${corner}FighterId`, 'There is no such fighter.')]);
  throw error;
}
