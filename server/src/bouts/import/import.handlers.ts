import type { FastifyRequest } from 'fastify';
import { recordChange, recordCreations } from '../../audit/record-change.ts';
import type { Handlers } from '../../contract/operation.ts';
import type { Db } from '../../db/database.ts';
import { lockEvent } from '../../events/event.repository.ts';
import { holdCards } from '../../fighters/fighter.repository.ts';
import { insertNamed } from '../../fighters/insert-named.ts';
import { findCurrentId } from '../../fighters/merged.repository.ts';
import { splitVersion } from '../../http/entity-tag.ts';
import { bodyIssue, problem, validationProblem } from '../../http/problems.ts';
import { insertBout } from '../bout.repository.ts';
import { roundedKg } from '../bouts.rules.ts';
import {
  type Candidate,
  listAlike,
  listBlocksOfCard,
  listByIds,
  listByName,
  listPairs,
} from './import.repository.ts';
import {
  choicesIn,
  type ImportRow,
  inOrder,
  keyOf,
  namesIn,
  type ReadCorner,
  type ReadRow,
  readRows,
} from './import.rules.ts';

export function importHandlers({ db }: { db: Db }): Handlers<'importBouts'> {
  return {
    async importBouts({ path, query, body, request }) {
      const dryRun = query.dryRun === 'true';
      // Outside of the transaction, because it takes its time: who else is alike decides nothing.
      const alike = await findAlike(db, body.rows);
      const rows = await db.transaction().execute(async (trx) => {
        // Two imports wait for each other, so that the second one sees the bouts of the first.
        if ((await lockEvent(trx, path.eventId)) === undefined) throw problem('not-found');
        await holdCards(trx);
        const [blocks, named, chosen, pairs] = [
          await listBlocksOfCard(trx, path.eventId),
          await listByName(trx, namesIn(body.rows)),
          await findChosen(trx, choicesIn(body.rows)),
          await listPairs(trx, path.eventId),
        ];
        const read = readRows(body.rows, { blocks, named, alike, chosen, pairs });
        if (dryRun) return read;
        assertClear(read);
        await store(trx, request, read);
        return read;
      });
      const outcomes = rows.map(outcomeOf);
      const isClear = outcomes.every(({ result }) => result === 'ok');
      return { status: 200, body: { dryRun, imported: isClear ? rows.length : 0, rows: outcomes } };
    },
  };
}

async function findAlike(db: Db, rows: readonly ImportRow[]): Promise<Map<string, Candidate[]>> {
  const names = namesIn(rows);
  const named = await listByName(db, names);
  const alike = new Map<string, Candidate[]>();
  for (const name of names) if (!named.has(name)) alike.set(name, await listAlike(db, name));
  return alike;
}

/** By the ids as they were chosen: a fighter who was merged meanwhile is the one into whom. */
async function findChosen(trx: Db, choices: readonly string[]): Promise<Map<string, Candidate>> {
  const current = new Map<string, string>();
  for (const choice of choices) current.set(choice, await findCurrentId(trx, choice));
  const fighters = await listByIds(trx, [...new Set(current.values())]);
  return new Map(
    [...current].flatMap(([choice, id]) => {
      const fighter = fighters.get(id);
      return fighter ? [[choice, fighter] as const] : [];
    }),
  );
}

const isUnsure = ({ red, blue }: ReadRow) => red.state === 'unsure' || blue.state === 'unsure';

/** All rows or none. @throws problem 400 with every fault of every row. */
function assertClear(rows: readonly ReadRow[]): void {
  const issues = rows.flatMap((row, index) => [
    ...row.issues.map(({ column, detail }) => bodyIssue(`/rows/${index}/${column}`, detail)),
    ...(['red', 'blue'] as const)
      .filter((corner) => row[corner].state === 'unsure')
      .map((corner) => bodyIssue(`/rows/${index}/${corner}`, 'It is not clear who is meant. Make a choice.')),
  ]);
  if (issues.length > 0) throw validationProblem(issues);
}

async function store(trx: Db, request: FastifyRequest, rows: readonly ReadRow[]): Promise<void> {
  const made = new Map<string, string>();
  const bouts = [];
  for (const { block, red, blue, order: _order, issues: _issues, weightLimitKg, ...terms } of inOrder(rows)) {
    if (block === undefined) continue;
    const row = await insertBout(trx, {
      ...terms,
      blockId: block.id,
      weightLimitKg: weightLimitKg && roundedKg(weightLimitKg),
      redFighterId: await fighterOf(trx, request, red, made),
      blueFighterId: await fighterOf(trx, request, blue, made),
    });
    bouts.push(splitVersion(row).fields);
  }
  await recordCreations(trx, request, 'importBouts', bouts);
}

/** @param made those of this import, so that somebody who is named twice is one person. */
async function fighterOf(trx: Db, request: FastifyRequest, corner: ReadCorner, made: Map<string, string>) {
  const { state, fighterId, name, countryCode } = corner;
  const key = keyOf(corner);
  if (state !== 'new' || key === null || name === null) return fighterId;
  const known = made.get(key);
  if (known) return known;
  const { fields } = splitVersion(await insertNamed(trx, { name, countryCode }));
  await recordChange(trx, request, {
    action: 'importBouts',
    entityType: 'fighter',
    entityId: fields.id,
    before: null,
    after: fields,
  });
  made.set(key, fields.id);
  return fields.id;
}

function outcomeOf(row: ReadRow) {
  const { block, order: _order, ...read } = row;
  const result = row.issues.length > 0 ? 'refused' : isUnsure(row) ? 'unsure' : 'ok';
  return { result, block: block?.name ?? null, ...read } as const;
}
