import { type ExpressionBuilder, sql } from 'kysely';
import { jsonBuildObject } from 'kysely/helpers/postgres';
import type { Database, Db } from '../../db/database.ts';
import { openInvitation } from '../../identity/user.repository.ts';
import type { NewResultRow, ResultRow } from '../bouts.tables.ts';
import { isPublished } from '../record.repository.ts';

/** All versions at an event, by bout and version. @param userId who asks: nobody confirms their own. */
export function listResults(db: Db, eventId: string, userId: string) {
  return selectResults(db, userId)
    .innerJoin('bouts', 'bouts.id', 'results.boutId')
    .innerJoin('blocks', 'blocks.id', 'bouts.blockId')
    .where('blocks.eventId', '=', eventId)
    .orderBy('results.boutId')
    .orderBy('results.version')
    .execute();
}

/** In the contract's shape. */
export function findResult(db: Db, boutId: string, version: number, userId: string) {
  return selectResults(db, userId)
    .where('results.boutId', '=', boutId)
    .where('results.version', '=', version)
    .executeTakeFirstOrThrow();
}

function selectResults(db: Db, userId: string) {
  return db
    .selectFrom('results')
    .leftJoin('users as signer', 'signer.id', 'results.signedBy')
    .leftJoin('users as second', 'second.id', 'results.confirmedBy')
    .select([
      'results.boutId',
      'results.version',
      'results.reason',
      'results.signedAt',
      'results.officialAt',
      'results.winner',
      'results.method',
      'results.round',
      'results.seconds',
      'results.scorecards',
      'results.note',
      'signer.name as signedBy',
      'second.name as confirmedBy',
    ])
    .select((eb) => [
      sql<
        'provisional' | 'official'
      >`case when results.official_at is null then 'provisional' else 'official' end`.as('state'),
      sql<boolean>`(results.official_at is null and results.signed_by is distinct from ${userId}::uuid and not exists (
        select 1 from results newer where newer.bout_id = results.bout_id and newer.version > results.version))`.as(
        'mayConfirm',
      ),
      fighterOf(eb, 'results.redFighterId').as('red'),
      fighterOf(eb, 'results.blueFighterId').as('blue'),
    ]);
}

interface ResultFighter {
  id: string;
  slug: string;
  name: string;
}

function fighterOf(
  eb: ExpressionBuilder<Database, 'results'>,
  column: 'results.redFighterId' | 'results.blueFighterId',
) {
  return eb
    .selectFrom('fighters')
    .select((fighter) =>
      jsonBuildObject({
        id: fighter.ref('fighters.id'),
        slug: fighter.ref('fighters.slug'),
        name: fighter.ref('fighters.name'),
      }).as('fighter'),
    )
    .whereRef('fighters.id', '=', column)
    .$asScalar()
    .$castTo<ResultFighter>();
}

/** What viewers may ask for: of each bout the highest official version, in the order of the card. */
export function listPublishedResults(db: Db, eventId: string) {
  return db
    .selectFrom('results')
    .innerJoin('bouts', 'bouts.id', 'results.boutId')
    .innerJoin('blocks', 'blocks.id', 'bouts.blockId')
    .select([
      'results.boutId',
      'bouts.blockId',
      'results.version',
      'results.winner',
      'results.method',
      'results.round',
      'results.seconds',
      'results.scorecards',
      'results.note',
    ])
    .select((eb) => [
      eb.ref('results.officialAt').$notNull().as('updatedAt'),
      fighterOf(eb, 'results.redFighterId').as('red'),
      fighterOf(eb, 'results.blueFighterId').as('blue'),
    ])
    .where('blocks.eventId', '=', eventId)
    .where(isPublished)
    .orderBy('blocks.startDate')
    .orderBy('blocks.id')
    .orderBy('bouts.position')
    .orderBy('bouts.id')
    .execute();
}

/** @returns the highest version of the bout's result; 0 when it has none. The caller must hold the lock of the bout. */
export async function newestVersion(trx: Db, boutId: string): Promise<number> {
  const { version } = await trx
    .selectFrom('results')
    .select((eb) => eb.fn.coalesce(eb.fn.max('version'), eb.val(0)).as('version'))
    .where('boutId', '=', boutId)
    .executeTakeFirstOrThrow();
  return version;
}

export function findVersion(trx: Db, boutId: string, version: number): Promise<ResultRow | undefined> {
  return trx
    .selectFrom('results')
    .selectAll()
    .where('boutId', '=', boutId)
    .where('version', '=', version)
    .executeTakeFirst();
}

export async function insertResult(trx: Db, result: NewResultRow): Promise<string> {
  const { id } = await trx.insertInto('results').values(result).returning('id').executeTakeFirstOrThrow();
  return id;
}

export async function setConfirmed(
  trx: Db,
  resultId: string,
  { confirmedBy, officialAt }: Pick<ResultRow, 'confirmedBy' | 'officialAt'>,
): Promise<void> {
  await trx.updateTable('results').set({ confirmedBy, officialAt }).where('id', '=', resultId).execute();
}

/** The setting, and how many people may sign and confirm. An open invitation may never be accepted. */
export async function findConfirmationRule(db: Db) {
  const { rows } = await sql<{ setting: boolean | null; people: number }>`
    select settings.confirms_results as setting, (
      select count(*) from users where not ${openInvitation} and (
        exists (select 1 from user_permissions
          where user_permissions.user_id = users.id and permission_code = 'event:result')
        or exists (select 1 from user_roles join role_permissions using (role_code)
          where user_roles.user_id = users.id and permission_code = 'event:result')))::integer as people
    from settings`.execute(db);
  return rows[0] as { setting: boolean | null; people: number };
}
