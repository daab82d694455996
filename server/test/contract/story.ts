/**
 * The contract's examples tell one story. This file writes it to the database with the ids of the examples: Sam's event
 * with its blocks, streams and accesses, and Robin, who watches it. So a test can send each example of a request as it
 * is.
 */
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { contract } from '../../src/contract/document.ts';
import type { Db } from '../../src/db/database.ts';
import { hashPassword } from '../../src/identity/accounts/passwords.ts';
import { hashSecret } from '../../src/identity/one-time-secret.ts';

/** It is 21:30 in Rotterdam, and the main card is live. */
export const storyNow = new Date('2026-11-21T20:30:00Z');

export const samId = '0199a3c4-0000-7000-8000-0000000000e2';
export const robinId = '0199a3c4-0000-7000-8000-0000000000e1';
export const rumble7 = '0199a3c4-0007-7000-8000-000000000001';
export const mainCard = '0199a3c4-0007-7000-8000-0000000000b2';
export const ringCamera = '0199a3c4-0007-7000-8000-0000000000c2';
export const robinsSession = '0199a3c4-0007-7000-8000-000000000053';
const robinsOrder = '0199a3c4-0007-7000-8000-0000000000d1';
export const robinsAccess = '0199a3c4-0007-7000-8000-0000000000a1';

// biome-ignore lint/suspicious/noExplicitAny: examples have the shapes of many schemas
export function exampleOf(name: string): any {
  const { examples } = (
    contract as unknown as { components: { examples: Record<string, { value: unknown }> } }
  ).components;
  return structuredClone(examples[name]?.value);
}

const samsPassword = exampleOf('Credentials').password as string;
const robinsPassword = exampleOf('UserCreate').password as string;
/** Computed once, because password hashes are slow on purpose. */
const hashes = Promise.all([samsPassword, robinsPassword].map(hashPassword));

/** Tables that belong to the platform, not to the story. */
const kept = ['permissions', 'roles', 'role_permissions', 'signing_keys'];

/** Empties the database and inserts the story. */
export async function insertStory(db: Db): Promise<void> {
  await emptyTables(db);
  await db.transaction().execute(async (trx) => {
    await insertPeople(trx);
    await insertEvents(trx);
    await insertDevices(trx);
    await insertMailTokens(trx);
  });
}

async function emptyTables(db: Db): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select tablename as name from pg_tables
    where schemaname = 'public' and tablename not like 'kysely%' and tablename <> all(${kept})
  `.execute(db);
  const tables = rows.map(({ name }) => sql.table(name));
  await sql`truncate ${sql.join(tables)} cascade`.execute(db);
  await db.deleteFrom('roles').where('code', 'not in', ['administrator', 'organiser', 'viewer']).execute();
}

async function insertPeople(db: Db): Promise<void> {
  const [samsHash, robinsHash] = await hashes;
  for (const { emailVerified, ...user } of [exampleOf('Sam'), exampleOf('Robin')]) {
    const passwordHash = user.id === samId ? samsHash : robinsHash;
    const emailVerifiedAt = emailVerified ? user.createdAt : null;
    await db
      .insertInto('users')
      .values({ ...user, passwordHash, emailVerifiedAt })
      .execute();
  }
  await db.insertInto('userRoles').values({ userId: samId, roleCode: 'administrator' }).execute();
  const { permissionCodes, ...role } = exampleOf('RoleCreate');
  await db.insertInto('roles').values(role).execute();
  await db
    .insertInto('rolePermissions')
    .values(permissionCodes.map((permissionCode: string) => ({ roleCode: role.code, permissionCode })))
    .execute();
}

/** The tokens of the links in Robin's mailbox. */
async function insertMailTokens(db: Db): Promise<void> {
  for (const [purpose, example] of [
    ['verify-email', 'EmailVerification'],
    ['reset-password', 'PasswordReset'],
  ] as const) {
    await db
      .insertInto('mailTokens')
      .values({
        tokenHash: hashSecret(exampleOf(example).token),
        userId: robinId,
        purpose,
        email: exampleOf('Robin').email,
        createdAt: storyNow.toISOString(),
        expiresAt: new Date(storyNow.getTime() + 1_800_000).toISOString(),
      })
      .execute();
  }
}

async function insertEvents(db: Db): Promise<void> {
  const { widths: _widths, artworkWidths: _artworkWidths, ...image } = exampleOf('Image');
  await db.insertInto('images').values(image).execute();
  // The version that the examples of `ETag` and `If-Match` name.
  const version = 3;
  for (const event of exampleOf('EventList').data) {
    await db
      .insertInto('events')
      .values({ ...event, version })
      .execute();
  }
  for (const { liveStreams, ...block } of exampleOf('Event').blocks) {
    await db
      .insertInto('blocks')
      .values({ ...block, version })
      .execute();
    for (const stream of liveStreams) {
      await db
        .insertInto('liveStreams')
        .values({ ...stream, version })
        .execute();
    }
  }
  for (const { user: _user, isPaid, ...access } of exampleOf('AccessList').data) {
    await db
      .insertInto('accesses')
      .values({ ...access, version, ...(isPaid ? { orderId: robinsOrder } : {}) })
      .execute();
  }
  await db.insertInto('auditEntries').values(exampleOf('AuditEntryList').data.map(dropActorName)).execute();
}

async function insertDevices(db: Db): Promise<void> {
  const session = { remember: true, userAgent: null, revokedAt: null };
  for (const { id, createdAt, lastUsedAt, expiresAt, isCurrent } of exampleOf('LoginSessionList').data) {
    await db
      .insertInto('loginSessions')
      .values({ ...session, id, userId: samId, createdAt })
      .execute();
    const token = isCurrent ? exampleOf('TokenRefresh').refreshToken : randomUUID();
    await db
      .insertInto('refreshTokens')
      .values({
        ...{ tokenHash: hashSecret(token), sessionId: id },
        ...{ createdAt: lastUsedAt, expiresAt, usedAt: null },
      })
      .execute();
  }
  for (const { id, startedAt, lastPingAt } of exampleOf('PlaybackSessionList').data) {
    const sessionId = randomUUID();
    await db
      .insertInto('loginSessions')
      .values({ ...session, id: sessionId, userId: robinId, createdAt: startedAt })
      .execute();
    await db
      .insertInto('playbackLeases')
      .values({
        ...{ id, userId: robinId, sessionId, liveStreamId: ringCamera },
        ...{ createdAt: startedAt, pingedAt: lastPingAt, endedAt: null, endReason: null },
      })
      .execute();
  }
}

function dropActorName({ actorName: _actorName, ...entry }: Record<string, unknown>) {
  return entry as never;
}
