/** Fills the demo with 500 more events and 2,000 replays: copies of its own, so that they have pictures and streams. */
import { sql } from 'kysely';
import type { Db } from '../src/db/database.ts';

const past = { slug: 'open-ring-ghent', events: 400, blocks: 5 };
const ahead = { slug: 'grand-gala-antwerp', events: 100, blocks: 1 };

export async function addManyEvents(db: Db): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await copy(trx, past, -1);
    await copy(trx, ahead, 1);
  });
}

/** One event a day, from the day of the model on. */
async function copy(db: Db, { slug, events, blocks }: typeof past, direction: 1 | -1): Promise<void> {
  const days = sql`i * ${direction}::int * interval '1 day'`;
  await sql`
    insert into events (id, name, slug, description, content, start_date, end_date, timezone, status, location, picture_id)
    select gen_random_uuid(), name || ' ' || i, slug || '-' || i, description, content, start_date + ${days},
      end_date + ${days}, timezone, status, location, picture_id
    from events, generate_series(1, ${events}::int) i where slug = ${slug}`.execute(db);
  await sql`
    insert into blocks (id, event_id, name, slug, start_date, end_date, location)
    select gen_random_uuid(), copied.id, 'Session ' || part, 'session-' || part,
      copied.start_date + (copied.end_date - copied.start_date) * (part - 1) / ${blocks}::int,
      copied.start_date + (copied.end_date - copied.start_date) * part / ${blocks}::int, copied.location
    from events copied, generate_series(1, ${blocks}::int) part where copied.slug ~ ('^' || ${slug}::text || '-\\d+$')`.execute(
    db,
  );
  await sql`
    insert into live_streams (id, block_id, video_id, name, status, weight)
    select gen_random_uuid(), block.id, 'demo', 'Main camera', 'active', 1
    from blocks block join events copied on copied.id = block.event_id
    where copied.slug ~ ('^' || ${slug}::text || '-\\d+$')`.execute(db);
}
