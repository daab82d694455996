import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../db/database.ts';
import type {
  NewProviderCodeRow,
  NewProviderSignInRow,
  ProviderIdentity,
  ProviderSignInRow,
} from './provider.tables.ts';

/** Enough, because every sign-in deletes expired rows. */
const clearedAtOnce = 100;

export async function insertProviderSignIn(db: Db, signIn: NewProviderSignInRow): Promise<void> {
  await db.insertInto('providerSignIns').values(signIn).execute();
}

/** Deletes and returns it in one statement: of several callbacks with the same state exactly one gets it. */
export function spendProviderSignIn(
  db: Db,
  key: { stateHash: string; browserHash: string; providerCode: string; now: string },
): Promise<ProviderSignInRow | undefined> {
  return db
    .deleteFrom('providerSignIns')
    .where('stateHash', '=', key.stateHash)
    .where('browserHash', '=', key.browserHash)
    .where('providerCode', '=', key.providerCode)
    .where('expiresAt', '>', key.now)
    .returningAll()
    .executeTakeFirst();
}

export async function insertProviderCode(
  db: Db,
  code: Omit<NewProviderCodeRow, 'identity'> & { identity: ProviderIdentity },
): Promise<void> {
  await db
    .insertInto('providerCodes')
    .values({ ...code, identity: jsonb(code.identity) as never })
    .execute();
}

/** Deletes and returns it in one statement, as above. */
export function spendProviderCode(
  db: Db,
  key: { codeHash: string; providerCode: string; now: string },
): Promise<{ identity: ProviderIdentity; codeChallenge: string | null } | undefined> {
  return db
    .deleteFrom('providerCodes')
    .where('codeHash', '=', key.codeHash)
    .where('providerCode', '=', key.providerCode)
    .where('expiresAt', '>', key.now)
    .returning(['identity', 'codeChallenge'])
    .executeTakeFirst();
}

/** Deletes sign-ins and codes that expired unused: a limited number, skipping those that another server deletes. */
export async function deleteExpiredSignIns(db: Db, now: string): Promise<void> {
  const signIns = db
    .selectFrom('providerSignIns')
    .select('stateHash')
    .where('expiresAt', '<=', now)
    .limit(clearedAtOnce);
  await db.deleteFrom('providerSignIns').where('stateHash', 'in', signIns.forUpdate().skipLocked()).execute();
  const codes = db
    .selectFrom('providerCodes')
    .select('codeHash')
    .where('expiresAt', '<=', now)
    .limit(clearedAtOnce);
  await db.deleteFrom('providerCodes').where('codeHash', 'in', codes.forUpdate().skipLocked()).execute();
}

function jsonb(value: object): RawBuilder<unknown> {
  return sql`${JSON.stringify(value)}::jsonb`;
}
