/**
 * The server's own keys are in the database, made at the first start, so that all servers of an installation sign
 * with the same ones and a restart signs nobody out.
 */
import { randomUUID } from 'node:crypto';
import { type CryptoKey, exportJWK, generateKeyPair, generateSecret, importJWK, type JWK } from 'jose';
import { sql } from 'kysely';
import type { Db } from '../../db/database.ts';

export interface TokenKey {
  id: string;
  privateKey: CryptoKey;
  publicKey: CryptoKey;
}

export interface SigningKeys {
  /** Newest first: the first signs, all verify. Ed25519. */
  tokenKeys: TokenKey[];
  /** HMAC-SHA256 key of the signed media addresses. */
  mediaKey: Buffer;
  /** With which push services know this platform (VAPID). It never changes: a browser subscribes for one key. */
  pushKey: PushKey;
}

/** P-256, as an uncompressed point and its number, in base64url. */
interface PushKey {
  publicKey: string;
  privateKey: string;
}

type Purpose = 'token' | 'media' | 'push';

export const tokenAlgorithm = 'EdDSA';

export async function loadSigningKeys(db: Db, now: Date): Promise<SigningKeys> {
  await db.transaction().execute(async (trx) => {
    // Two servers that start on an empty database must not make a key each.
    await lockSigningKeys(trx);
    const present = await trx.selectFrom('signingKeys').select('purpose').execute();
    const isMissing = (purpose: string) => !present.some((row) => row.purpose === purpose);
    if (isMissing('token')) await insertTokenKey(trx, now);
    if (isMissing('media')) await insertKey(trx, 'media', await newMediaJwk(), now);
    if (isMissing('push')) await insertKey(trx, 'push', await newPushJwk(), now);
  });
  return {
    tokenKeys: await listTokenKeys(db),
    mediaKey: Buffer.from(String((await newestJwk(db, 'media')).k), 'base64url'),
    pushKey: toPushKey(await newestJwk(db, 'push')),
  };
}

async function newestJwk(db: Db, purpose: Purpose): Promise<JWK> {
  const { jwk } = await db
    .selectFrom('signingKeys')
    .select('jwk')
    .where('purpose', '=', purpose)
    .orderBy('createdAt', 'desc')
    .executeTakeFirstOrThrow();
  return jwk as JWK;
}

/** Takes a table lock until the end of the transaction, so that no other server makes or deletes keys. */
export async function lockSigningKeys(trx: Db): Promise<void> {
  await sql`lock table signing_keys in exclusive mode`.execute(trx);
}

/** Newest first. */
export async function listTokenKeys(db: Db): Promise<TokenKey[]> {
  const rows = await db
    .selectFrom('signingKeys')
    .select(['id', 'jwk'])
    .where('purpose', '=', 'token')
    .orderBy('createdAt', 'desc')
    .execute();
  return Promise.all(rows.map(({ id, jwk }) => toTokenKey(id, jwk as JWK)));
}

export async function hasTokenKey(db: Db, id: string): Promise<boolean> {
  const row = await db
    .selectFrom('signingKeys')
    .select('id')
    .where('id', '=', id)
    .where('purpose', '=', 'token')
    .executeTakeFirst();
  return row !== undefined;
}

export function newestTokenKey(db: Db): Promise<{ createdAt: string } | undefined> {
  return db
    .selectFrom('signingKeys')
    .select('createdAt')
    .where('purpose', '=', 'token')
    .orderBy('createdAt', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** @returns the id of the new key. */
export async function insertTokenKey(db: Db, createdAt: Date): Promise<string> {
  return insertKey(db, 'token', await newTokenJwk(), createdAt);
}

export async function deleteOtherTokenKeys(db: Db, id: string): Promise<void> {
  await db.deleteFrom('signingKeys').where('purpose', '=', 'token').where('id', '!=', id).execute();
}

/** Deletes keys that a newer key has replaced since. @returns the number of deleted ones. */
export async function deleteSupersededTokenKeys(db: Db, since: string): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('signingKeys as old')
    .where('old.purpose', '=', 'token')
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('signingKeys as newer')
          .select('newer.id')
          .where('newer.purpose', '=', 'token')
          .whereRef('newer.createdAt', '>', 'old.createdAt')
          .where('newer.createdAt', '<', since),
      ),
    )
    .executeTakeFirst();
  return Number(numDeletedRows);
}

async function insertKey(db: Db, purpose: Purpose, jwk: JWK, createdAt: Date): Promise<string> {
  const id = randomUUID();
  await db
    .insertInto('signingKeys')
    .values({ id, purpose, jwk: JSON.stringify(jwk) as never, createdAt: createdAt.toISOString() })
    .execute();
  return id;
}

async function newTokenJwk(): Promise<JWK> {
  const { privateKey } = await generateKeyPair(tokenAlgorithm, { extractable: true, crv: 'Ed25519' });
  return exportJWK(privateKey);
}

async function newMediaJwk(): Promise<JWK> {
  return exportJWK(await generateSecret('HS256', { extractable: true }));
}

async function newPushJwk(): Promise<JWK> {
  const { privateKey } = await generateKeyPair('ES256', { extractable: true });
  return exportJWK(privateKey);
}

function toPushKey({ x = '', y = '', d = '' }: JWK): PushKey {
  const point = [Buffer.of(4), Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')];
  return { publicKey: Buffer.concat(point).toString('base64url'), privateKey: d };
}

async function toTokenKey(id: string, jwk: JWK): Promise<TokenKey> {
  const { d: _private, ...publicJwk } = jwk;
  return {
    id,
    privateKey: (await importJWK(jwk, tokenAlgorithm)) as CryptoKey,
    publicKey: (await importJWK(publicJwk, tokenAlgorithm)) as CryptoKey,
  };
}
