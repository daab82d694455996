import type { Db } from '../db/database.ts';
import { insertFighter, listTakenSlugs } from './fighter.repository.ts';
import { freeSlug, slugOf } from './fighters.rules.ts';
import type { FighterRow, NewFighterRow } from './fighters.tables.ts';

/** With a slug of the name. Two people who add one name at once get two slugs. @throws when the picture does not exist. */
export async function insertNamed(trx: Db, values: Omit<NewFighterRow, 'slug'>): Promise<FighterRow> {
  const slug = slugOf(values.name);
  for (;;) {
    const free = freeSlug(slug, await listTakenSlugs(trx, slug));
    const row = await insertFighter(trx, { ...values, slug: free });
    if (row) return row;
  }
}
