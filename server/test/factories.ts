/** One `insertX` per entity, with defaults that are valid and unique. */
import { randomUUID } from 'node:crypto';
import { type Insertable, sql } from 'kysely';
import type { NewBoutRow } from '../src/bouts/bouts.tables.ts';
import type { Db } from '../src/db/database.ts';
import type { AccessTable, BlockTable, EventTable, LiveStreamTable } from '../src/events/events.tables.ts';
import type { NewFighterRow } from '../src/fighters/fighters.tables.ts';
import type { UserTable } from '../src/identity/identity.tables.ts';

const hour = 3_600_000;
/** Two equal accesses are a conflict, so each starts a millisecond before the last, on any clock. */
let nextAccessStart = Date.now() - hour;
export const nowhere = { name: null, address: null, cityName: null, countryName: null };

/** The date that many hours from now, as ISO text. */
export function hoursFromNow(hours: number): string {
  return new Date(Date.now() + hours * hour).toISOString();
}

export async function insertUser(db: Db, user: Partial<Insertable<UserTable>> = {}): Promise<string> {
  const id = user.id ?? randomUUID();
  await db
    .insertInto('users')
    .values({
      email: `${id}@example.test`,
      emailVerifiedAt: null,
      name: 'Test User',
      firstName: 'Test',
      middleName: null,
      lastName: 'User',
      phone: null,
      passwordHash: null,
      ...user,
      id,
    })
    .execute();
  return id;
}

/** Inserts only the row, without files in the store. */
export async function insertImage(db: Db, shape: 'wide' | 'portrait' = 'wide'): Promise<string> {
  const id = randomUUID();
  await db.insertInto('images').values({ id, shape, width: 1920, height: 1200 }).execute();
  return id;
}

/** Public and live now by default. */
export async function insertEvent(db: Db, event: Partial<Insertable<EventTable>> = {}): Promise<string> {
  const id = event.id ?? randomUUID();
  await db
    .insertInto('events')
    .values({
      name: 'Test Night',
      slug: `event-${id}`,
      description: null,
      content: null,
      startDate: hoursFromNow(-1),
      endDate: hoursFromNow(3),
      timezone: 'Europe/Amsterdam',
      location: nowhere,
      pictureId: null,
      status: 'public',
      stripePriceId: null,
      ...event,
      id,
    })
    .execute();
  return id;
}

export async function insertBlock(
  db: Db,
  block: Partial<Insertable<BlockTable>> & { eventId: string },
): Promise<string> {
  const id = block.id ?? randomUUID();
  await db
    .insertInto('blocks')
    .values({
      name: 'Main card',
      slug: `block-${id}`,
      description: null,
      startDate: hoursFromNow(-1),
      endDate: hoursFromNow(3),
      location: nowhere,
      stripePriceId: null,
      ...block,
      id,
    })
    .execute();
  return id;
}

export async function insertFighter(db: Db, fighter: Partial<NewFighterRow> = {}): Promise<string> {
  const id = fighter.id ?? randomUUID();
  await db
    .insertInto('fighters')
    .values({ name: 'Fighter', slug: `fighter-${id.slice(0, 13)}`, ...fighter, id })
    .execute();
  return id;
}

/** As the last one of its block. */
export async function insertBout(
  db: Db,
  bout: Omit<NewBoutRow, 'position'> & { position?: number },
): Promise<string> {
  const id = bout.id ?? randomUUID();
  const position = sql<number>`(select count(*) + 1 from bouts where block_id = ${bout.blockId})`;
  await db
    .insertInto('bouts')
    .values({ position, ...bout, id })
    .execute();
  return id;
}

export async function insertLiveStream(
  db: Db,
  stream: Partial<Insertable<LiveStreamTable>> & { blockId: string },
): Promise<string> {
  const id = stream.id ?? randomUUID();
  await db
    .insertInto('liveStreams')
    .values({ videoId: 'demo', name: 'Main camera', description: null, status: 'active', ...stream, id })
    .execute();
  return id;
}

export async function insertAccess(
  db: Db,
  access: Partial<Insertable<AccessTable>> & { eventId: string; userId: string },
): Promise<string> {
  const id = access.id ?? randomUUID();
  await db
    .insertInto('accesses')
    .values({
      blockId: null,
      startDate: new Date(nextAccessStart--).toISOString(),
      endDate: null,
      ...access,
      id,
    })
    .execute();
  return id;
}

/** An event with one block and one active stream, the minimum for a signed URL. */
export async function insertWatchable(
  db: Db,
  {
    event = {},
    block = {},
    stream = {},
  }: {
    event?: Partial<Insertable<EventTable>>;
    block?: Partial<Insertable<BlockTable>>;
    stream?: Partial<Insertable<LiveStreamTable>>;
  } = {},
): Promise<{ eventId: string; blockId: string; liveStreamId: string; signedUrlPath: string }> {
  const eventId = await insertEvent(db, event);
  const blockId = await insertBlock(db, { ...block, eventId });
  const liveStreamId = await insertLiveStream(db, { ...stream, blockId });
  const signedUrlPath = `/api/v1/kickboxing/competitions/${eventId}/blocks/${blockId}/live-streams/${liveStreamId}/signed-url`;
  return { eventId, blockId, liveStreamId, signedUrlPath };
}

/** A picture whose files nobody asks for. */
export async function insertPicture(db: Db): Promise<string> {
  const id = randomUUID();
  await db.insertInto('images').values({ id, width: 1920, height: 1080 }).execute();
  return id;
}

/** The session's last proof is too old for a call that needs a recent one. */
export async function outdateProof(db: Db, { sessionId }: { sessionId: string }, now: Date): Promise<void> {
  const authenticatedAt = new Date(now.getTime() - 600_000).toISOString();
  await db.updateTable('loginSessions').set({ authenticatedAt }).where('id', '=', sessionId).execute();
}
