import { type Kysely, sql } from 'kysely';

/**
 * The slugs that events had before, so that old addresses go on working. A trigger keeps them, so that no way of changing
 * a slug can forget to. An event that takes an old slug gets it: the old address then belongs to that event.
 */
export async function up(db: Kysely<any>): Promise<void> {
  await db.schema
    .createTable('old_slugs')
    .addColumn('slug', 'text', (c) => c.primaryKey())
    .addColumn('event_id', 'uuid', (c) => c.notNull().references('events.id').onDelete('cascade'))
    .execute();
  await db.schema.createIndex('old_slugs_event').on('old_slugs').column('event_id').execute();
  await sql`
    create function keep_old_slug() returns trigger language plpgsql as $$ begin
      delete from old_slugs where slug = new.slug;
      if tg_op = 'UPDATE' then
        insert into old_slugs (slug, event_id) values (old.slug, new.id)
        on conflict (slug) do update set event_id = excluded.event_id;
      end if;
      return null;
    end $$
  `.execute(db);
  await sql`
    create trigger keep_old_slug_insert after insert on events for each row execute function keep_old_slug()
  `.execute(db);
  await sql`
    create trigger keep_old_slug_update after update of slug on events
    for each row when (old.slug is distinct from new.slug) execute function keep_old_slug()
  `.execute(db);
}
