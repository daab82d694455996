/**
 * The server's own keys live in the database, made at the first start, so that every server of an installation signs
 * with the same ones and a restart signs nobody out.
 */
import { randomUUID } from 'node:crypto';
import { type CryptoKey, exportJWK, generateKeyPair, generateSecret, importJWK, type JWK } from 'jose';
import { sql } from 'kysely';
import type { Db } from '../db/database.ts';

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
}

export const tokenAlgorithm = 'EdDSA';

export async function loadSigningKeys(db: Db, now: Date): Promise<SigningKeys> {
  await db.transaction().execute(async (trx) => {
    // Two servers that start on an empty database must not make a key each.
    await sql`lock table signing_keys in exclusive mode`.execute(trx);
    const present = await trx.selectFrom('signingKeys').select('purpose').execute();
    for (const purpose of ['token', 'media'] as const) {
      if (present.some((row) => row.purpose === purpose)) continue;
      const jwk = purpose === 'token' ? await newTokenJwk() : await newMediaJwk();
      await trx
        .insertInto('signingKeys')
        .values({
          id: randomUUID(),
          purpose,
          jwk: JSON.stringify(jwk) as never,
          createdAt: now.toISOString(),
        })
        .execute();
    }
  });
  const rows = await db.selectFrom('signingKeys').selectAll().orderBy('createdAt', 'desc').execute();
  const media = rows.find((row) => row.purpose === 'media');
  if (media === undefined) throw new Error('There is no key to sign media addresses with');
  const tokens = rows.filter((row) => row.purpose === 'token');
  return {
    tokenKeys: await Promise.all(tokens.map((row) => toTokenKey(row.id, row.jwk as JWK))),
    mediaKey: Buffer.from(String((media.jwk as JWK).k), 'base64url'),
  };
}

async function newTokenJwk(): Promise<JWK> {
  const { privateKey } = await generateKeyPair(tokenAlgorithm, { extractable: true, crv: 'Ed25519' });
  return exportJWK(privateKey);
}

async function newMediaJwk(): Promise<JWK> {
  return exportJWK(await generateSecret('HS256', { extractable: true }));
}

async function toTokenKey(id: string, jwk: JWK): Promise<TokenKey> {
  const { d: _private, ...publicJwk } = jwk;
  return {
    id,
    privateKey: (await importJWK(jwk, tokenAlgorithm)) as CryptoKey,
    publicKey: (await importJWK(publicJwk, tokenAlgorithm)) as CryptoKey,
  };
}
