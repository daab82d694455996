/**
 * The contract's examples tell one story. This file writes it to the database with the ids of the examples: Sam's event
 * with its blocks, streams and accesses, and Robin, who watches it. So a test can send each example of a request as it
 * is.
 */
import { createHash, randomUUID } from 'node:crypto';
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
export const titleFight = '0199a3c4-0007-7000-8000-000000000b09';
export const ringCamera = '0199a3c4-0007-7000-8000-0000000000c2';
export const robinsSession = '0199a3c4-0007-7000-8000-000000000053';
export const robinsOrder = '0199a3c4-0007-7000-8000-0000000000d1';
export const samsPhone = '0199a3c4-0000-7000-8000-000000000071';
export const robinsAccess = '0199a3c4-0007-7000-8000-0000000000a1';

// biome-ignore lint/suspicious/noExplicitAny: examples have the shapes of many schemas
export function exampleOf(name: string): any {
  const { examples } = (
    contract as unknown as { components: { examples: Record<string, { value: unknown }> } }
  ).components;
  return structuredClone(examples[name]?.value);
}

/** The key of the browser in which Robin bought. */
const { example: checkoutKey } = (
  contract as unknown as { components: { parameters: { CheckoutKey: { example: string } } } }
).components.parameters.CheckoutKey;

const samsPassword = exampleOf('Credentials').password as string;
const robinsPassword = exampleOf('UserCreate').password as string;
/** Computed once, because password hashes are slow on purpose. */
const hashes = Promise.all([samsPassword, robinsPassword].map(hashPassword));

/** Tables that belong to the platform, not to the story. */
const kept = ['permissions', 'roles', 'role_permissions', 'signing_keys', 'settings', 'upkeep'];

/** Empties the database and inserts the story. */
export async function insertStory(db: Db): Promise<void> {
  await emptyTables(db);
  await db.transaction().execute(async (trx) => {
    await insertPeople(trx);
    await trx
      .updateTable('settings')
      .set({ ...exampleOf('Settings'), version: 3 })
      .execute();
    await insertEvents(trx);
    await insertCard(trx);
    await insertDevices(trx);
    await insertViewings(trx);
    await insertReminders(trx);
    await insertBoutReminders(trx);
    await insertMailTokens(trx);
    await insertPasskeys(trx);
    await insertOrder(trx);
    await insertOutages(trx);
  });
}

async function emptyTables(db: Db): Promise<void> {
  await deleteAllRows.execute(db);
  await db
    .deleteFrom('roles')
    .where('code', 'not in', ['administrator', 'organiser', 'timekeeper', 'viewer'])
    .execute();
}

/** Ten times as fast as `truncate`, which makes new files for each table and each index. Checks no foreign key. */
const deleteAllRows = sql`
  do $$
  declare name text;
  begin
    set local session_replication_role = replica;
    for name in
      select tablename from pg_tables
      where schemaname = 'public' and tablename not like 'kysely%'
        and tablename <> all(array[${sql.join(kept.map((table) => sql.lit(table)))}])
    loop
      execute format('delete from %I', name);
    end loop;
    set local session_replication_role = origin;
  end $$
`;

async function insertCard(db: Db): Promise<void> {
  const version = 3;
  for (const { bouts: _bouts, record, ...fighter } of exampleOf('FighterList').data)
    await db
      .insertInto('fighters')
      .values({ ...fighter, record: record && JSON.stringify(record), version })
      .execute();
  for (const { red, blue, replacements, ...bout } of exampleOf('BoutList').data)
    await db
      .insertInto('bouts')
      .values({
        ...bout,
        redFighterId: red.fighter.id,
        blueFighterId: blue.fighter?.id ?? null,
        redWeighIn: red.weighIn && JSON.stringify(red.weighIn),
        replacements: JSON.stringify(replacements),
        version,
      })
      .execute();
  const { userName: _userName, ...bell } = exampleOf('Bell');
  await db
    .insertInto('bells')
    .values({ ...bell, userId: samId, rungAt: bell.at })
    .execute();
  const { boutId, version: first, signedAt, red, blue, winner, method, round, seconds } = exampleOf('Result');
  await db
    .insertInto('results')
    .values({
      boutId,
      version: first,
      signedAt,
      signedBy: robinId,
      redFighterId: red.id,
      blueFighterId: blue.id,
      winner,
      method,
      round,
      seconds,
    })
    .execute();
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

/** Robin has paid for the main card. */
async function insertOrder(db: Db): Promise<void> {
  const { id, email, userId, amount, currency, items, ...order } = exampleOf('Order');
  const sessionId = exampleOf('StripeEvent').data.object.id;
  const { successUrl, cancelUrl } = exampleOf('BuyRequest');
  await db
    .insertInto('orders')
    .values({
      id,
      email,
      userId,
      amount,
      currency,
      sessionId,
      status: 'paid',
      isOpen: false,
      priceId: order.stripePriceId,
      createdAt: order.createdAt,
      paidAt: order.paidAt,
      paymentIntent: order.paymentIntent,
      receiptUrl: order.receiptUrl,
      receiptQueuedAt: order.receiptQueuedAt,
      openerKey: createHash('sha256').update(checkoutKey).digest('base64url'),
      checkout: JSON.stringify({ successUrl, cancelUrl, origin: 'http://localhost:3000' }),
    })
    .execute();
  await db
    .insertInto('orderItems')
    .values(items.map(({ isDeleted, ...item }: { isDeleted: boolean }) => ({ ...item, orderId: id })))
    .execute();
  await db.insertInto('payments').values({ paymentIntent: order.paymentIntent, orderId: id }).execute();
  await db
    .insertInto('checkoutSessions')
    .values({ id: sessionId, orderId: id, amount, currency, state: 'paid', asOf: 0, rank: 5 })
    .execute();
}

/** Robin watched when the main card broke, twice; the refund for the first time was refused. */
async function insertOutages(db: Db): Promise<void> {
  // What the triggers have recorded for the blocks of the story is not part of it.
  await db.deleteFrom('outages').execute();
  const [person] = exampleOf('AffectedPersonList').data;
  for (const { id, eventId, blockId, cause, startDate, endDate, compensations } of exampleOf('OutageList')
    .data) {
    const outage = { id, blockId, cause, startedAt: startDate, endedAt: endDate, failedAt: null };
    await db.insertInto('outages').values(outage).execute();
    await db
      .insertInto('outageViewers')
      .values({ outageId: id, userId: robinId, since: startDate })
      .execute();
    for (const { id: compensationId, terms, createdAt } of compensations) {
      await db
        .insertInto('compensations')
        .values({
          id: compensationId,
          outageId: id,
          eventId,
          blockId,
          terms: JSON.stringify(terms),
          createdAt,
          key: randomUUID(),
          origin: 'http://localhost:3000',
          actorId: samId,
        })
        .execute();
      const { amount, currency, failure, settledAt } = person.compensation;
      const { orderId, startDate: affectedSince, seconds } = person;
      await db
        .insertInto('compensationItems')
        .values({
          compensationId,
          outageId: id,
          orderId,
          userId: robinId,
          affectedSince,
          seconds,
          amount,
          currency,
          failure,
          settledAt,
          code: null,
          dueAt: createdAt,
        })
        .execute();
    }
  }
}

/** The tokens of the links in Robin's mailbox. */
async function insertMailTokens(db: Db): Promise<void> {
  for (const [purpose, example] of [
    ['verify-email', 'EmailVerification'],
    ['reset-password', 'PasswordReset'],
    ['report-account', 'AccountReport'],
    ['invitation', 'InvitationAcceptance'],
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

/** Sam's passkeys. Their keys are on Sam's devices: nobody signs in with them here. */
async function insertPasskeys(db: Db): Promise<void> {
  const passkeyHandle = exampleOf('PasskeyCreationOptions').user.id;
  await db.updateTable('users').set({ passkeyHandle }).where('id', '=', samId).execute();
  for (const { id, ...passkey } of exampleOf('PasskeyList').data) {
    const credentialId = id === samsPhone ? exampleOf('PasskeyLogin').response.id : 'c2FtLWtleQ';
    await db
      .insertInto('passkeys')
      .values({
        ...passkey,
        id,
        credentialId,
        userId: samId,
        publicKey: 'pQECAyYgASFYIA',
        counter: '0',
        transports: sql`'["internal"]'::jsonb` as never,
        aaguid: '00000000-0000-0000-0000-000000000000',
      })
      .execute();
  }
}

async function insertEvents(db: Db): Promise<void> {
  const { widths: _, artworkWidths: _artwork, squareWidths: _squares, ...image } = exampleOf('Image');
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
  for (const { user: _user, event: _event, block: _block, state: _state, isPaid, ...access } of exampleOf(
    'AccessList',
  ).data) {
    await db
      .insertInto('accesses')
      .values({ ...access, version, ...(isPaid ? { orderId: robinsOrder } : {}) })
      .execute();
  }
  await db.insertInto('auditEntries').values(exampleOf('AuditEntryList').data.map(dropActorName)).execute();
}

async function insertDevices(db: Db): Promise<void> {
  const session = { remember: true, userAgent: null, revokedAt: null };
  const inAnHour = new Date(storyNow.getTime() + 3_600_000).toISOString();
  for (const { id, createdAt, lastUsedAt, expiresAt, endsAt, isCurrent } of exampleOf('LoginSessionList')
    .data) {
    await db
      .insertInto('loginSessions')
      .values({ ...session, id, userId: samId, createdAt, endsAt, authenticatedAt: lastUsedAt })
      .execute();
    const token = isCurrent ? exampleOf('TokenRefresh').refreshToken : randomUUID();
    await db
      .insertInto('refreshTokens')
      .values({
        tokenHash: hashSecret(token),
        sessionId: id,
        createdAt: lastUsedAt,
        expiresAt,
        usedAt: null,
      })
      .execute();
  }
  for (const { id, startedAt, lastPingAt } of exampleOf('PlaybackSessionList').data) {
    const sessionId = randomUUID();
    await db
      .insertInto('loginSessions')
      .values({
        ...session,
        id: sessionId,
        userId: robinId,
        createdAt: startedAt,
        endsAt: inAnHour,
        authenticatedAt: startedAt,
      })
      .execute();
    await db
      .insertInto('playbackLeases')
      .values({
        id,
        userId: robinId,
        sessionId,
        liveStreamId: ringCamera,
        createdAt: startedAt,
        pingedAt: lastPingAt,
        endedAt: null,
        endReason: null,
      })
      .execute();
  }
}

async function insertViewings(db: Db): Promise<void> {
  const { positionSeconds } = exampleOf('ViewingPosition');
  for (const { liveStreamId, firstWatchedAt, lastWatchedAt } of exampleOf('ViewingList').data) {
    await db
      .insertInto('viewings')
      .values({ userId: robinId, liveStreamId, firstWatchedAt, lastWatchedAt, positionSeconds })
      .execute();
  }
}

async function insertReminders(db: Db): Promise<void> {
  for (const { competition, createdAt } of exampleOf('ReminderList').data) {
    const origin = 'https://ringside.test';
    await db
      .insertInto('reminders')
      .values({ userId: robinId, eventId: competition.id, byLink: false, origin, createdAt })
      .execute();
  }
}

async function insertBoutReminders(db: Db): Promise<void> {
  for (const { boutId, createdAt } of exampleOf('BoutReminderList').data) {
    const origin = 'https://ringside.test';
    const told = { known: 'announced', toldNextAt: createdAt };
    await db
      .insertInto('boutReminders')
      .values({ userId: robinId, boutId, byLink: false, origin, ...told, createdAt })
      .execute();
  }
}

function dropActorName({ actorName: _actorName, ...entry }: Record<string, unknown>) {
  return entry as never;
}
