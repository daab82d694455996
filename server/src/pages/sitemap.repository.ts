import type { Db } from '../db/database.ts';
import { isListed } from '../events/visibility.repository.ts';

export async function countListedEvents(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('events')
    .where(isListed)
    .select((eb) => eb.fn.countAll().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** In an order that a new event changes only at its own place. */
export async function listSlugs(db: Db, page: { limit: number; offset: number }): Promise<string[]> {
  const rows = await db
    .selectFrom('events')
    .where(isListed)
    .select('slug')
    .orderBy('id')
    .limit(page.limit)
    .offset(page.offset)
    .execute();
  return rows.map(({ slug }) => slug);
}
