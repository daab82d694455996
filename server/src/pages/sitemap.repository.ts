import { isOnPublicCard } from '../competitions/finding/profile.repository.ts';
import type { Db } from '../db/database.ts';
import { isListed } from '../events/visibility.repository.ts';

/** The pages of public events, and of the fighters on their cards. */
export async function countListedPages(db: Db): Promise<{ events: number; fighters: number }> {
  const { events, fighters } = await db
    .selectNoFrom((eb) => [
      eb
        .selectFrom('events')
        .where(isListed)
        .select(({ fn }) => fn.countAll().as('count'))
        .as('events'),
      eb
        .selectFrom('fighters')
        .where(isOnPublicCard)
        .select(({ fn }) => fn.countAll().as('count'))
        .as('fighters'),
    ])
    .executeTakeFirstOrThrow();
  return { events: Number(events), fighters: Number(fighters) };
}

interface Part {
  limit: number;
  offset: number;
}

/** In an order that a new event changes only at its own place. */
export async function listSlugs(db: Db, page: Part): Promise<string[]> {
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

/** In the same kind of order. */
export async function listFighterSlugs(db: Db, page: Part): Promise<string[]> {
  const rows = await db
    .selectFrom('fighters')
    .where(isOnPublicCard)
    .select('slug')
    .orderBy('id')
    .limit(page.limit)
    .offset(page.offset)
    .execute();
  return rows.map(({ slug }) => slug);
}
