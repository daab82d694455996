import { recordChange } from '../audit/record-change.ts';
import type { Handlers } from '../contract/operation.ts';
import { brokenForeignKey, brokenUnique } from '../db/constraints.ts';
import type { Db } from '../db/database.ts';
import { assertMatch, splitVersion } from '../http/entity-tag.ts';
import { bodyIssue, conflict, problem, validationProblem } from '../http/problems.ts';
import { readListQuery } from '../lists/list-query.ts';
import { hasShape } from '../media/pictures/image.repository.ts';
import {
  countBoutsOf,
  deleteFighter,
  findFighter,
  holdCards,
  insertFighter,
  listFighters,
  lockFighter,
  updateFighter,
} from './fighter.repository.ts';
import { completeRecord, findFighterIssues, hasBouts, isMerged } from './fighters.rules.ts';
import type { FighterRow, NewFighterRow } from './fighters.tables.ts';
import { insertNamed } from './insert-named.ts';
import { findCurrentId } from './merged.repository.ts';

type FighterOperations = 'listFighters' | 'getFighter' | 'createFighter' | 'updateFighter' | 'deleteFighter';

interface Deps {
  db: Db;
  now: () => Date;
}

export function fighterHandlers({ db, now }: Deps): Handlers<FighterOperations> {
  return {
    async listFighters({ query }) {
      return { status: 200, body: await listFighters(db, readListQuery(query), query.q ?? '') };
    },

    async getFighter({ path }) {
      const fighter = await findFighter(db, path.fighterId);
      if (fighter === undefined) throw problem('not-found');
      const { etag, fields } = splitVersion(fighter);
      return { status: 200, headers: { etag }, body: fields };
    },

    async createFighter({ body, request }) {
      assertValid(body, now());
      await assertPortrait(db, body.pictureId);
      const { slug, record, ...given } = body;
      const values = { ...given, record: completeRecord(record) };
      const { id } = await db.transaction().execute(async (trx) => {
        const row =
          slug === undefined
            ? await insertNamed(trx, values).catch(rethrowAsProblem)
            : await insertWith(trx, { ...values, slug });
        const { fields } = splitVersion(row);
        await recordChange(trx, request, {
          action: 'createFighter',
          entityId: fields.id,
          before: null,
          after: fields,
        });
        return fields;
      });
      return { status: 201, headers: { location: `/api/v1/fighters/${id}` }, body: { id } };
    },

    async updateFighter({ path, body, request }) {
      return db.transaction().execute(async (trx) => {
        await holdCards(trx);
        const fighter = await lockFighter(trx, await findCurrentId(trx, path.fighterId));
        if (fighter === undefined) throw problem('not-found');
        assertMatch(request, fighter.version);
        assertValid(body, now());
        await assertPortrait(trx, body.pictureId);
        const { record, ...given } = body;
        const changes = record === undefined ? given : { ...given, record: completeRecord(record) };
        const changed = await updateFighter(trx, fighter, changes).catch(rethrowAsProblem);
        const { etag, fields: after } = splitVersion(changed);
        const before = splitVersion(fighter).fields;
        await recordChange(trx, request, { action: 'updateFighter', entityId: fighter.id, before, after });
        return { status: 204, headers: { etag } };
      });
    },

    async deleteFighter({ path, request }) {
      await db.transaction().execute(async (trx) => {
        await holdCards(trx);
        // What is meant is the double, which is no more: deleting the other one would be a surprise.
        const currentId = await findCurrentId(trx, path.fighterId);
        if (currentId !== path.fighterId.toLowerCase()) throw problem('conflict', { detail: isMerged });
        const fighter = await lockFighter(trx, currentId, 'to delete');
        if (fighter === undefined) throw problem('not-found');
        assertMatch(request, fighter.version);
        const bouts = await countBoutsOf(trx, fighter.id);
        if (bouts > 0) throw problem('conflict', { detail: hasBouts(fighter.name, bouts) });
        await deleteFighter(trx, fighter.id);
        const before = splitVersion(fighter).fields;
        await recordChange(trx, request, {
          action: 'deleteFighter',
          entityId: fighter.id,
          before,
          after: null,
        });
      });
      return { status: 204 };
    },
  };
}

function assertValid(body: Parameters<typeof findFighterIssues>[0], now: Date) {
  // Somewhere it is tomorrow already.
  const latestDay = new Date(now.getTime() + 14 * 60 * 60_000).toISOString().slice(0, 10);
  const issues = findFighterIssues(body, latestDay);
  if (issues.length > 0) throw validationProblem(issues);
}

async function assertPortrait(db: Db, pictureId: string | null | undefined) {
  if (pictureId && !(await hasShape(db, pictureId, 'portrait'))) throw noPortrait();
}

async function insertWith(trx: Db, values: NewFighterRow): Promise<FighterRow> {
  const row = await insertFighter(trx, values).catch(rethrowAsProblem);
  if (row === undefined) throw slugTaken();
  return row;
}

const slugTaken = () => conflict(bodyIssue('/slug', 'Another fighter has this slug already.'));

const noPortrait = () => validationProblem([bodyIssue('/pictureId', 'There is no such portrait.')]);

function rethrowAsProblem(error: unknown): never {
  if (brokenUnique(error) === 'fighters_slug_unique') throw slugTaken();
  if (brokenForeignKey(error) === 'fighters_picture_id_fkey') throw noPortrait();
  throw error;
}
