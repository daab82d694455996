import { type Kysely, sql } from 'kysely';

/** What promotion codes take off, and the codes as the payment provider last had them. */
export async function up(db: Kysely<any>): Promise<void> {
  await sql`alter table checkout_sessions add discount bigint not null default 0, add promotion_code_id text`.execute(
    db,
  );
  await sql`alter table orders add discount bigint not null default 0, add promotion_code_id text`.execute(
    db,
  );
  await sql`
    create table promotion_codes (
      id text primary key,
      code text not null,
      body jsonb not null,
      created_at timestamptz not null,
      fetched_at timestamptz not null
    )`.execute(db);
  await sql`create index promotion_codes_created on promotion_codes (created_at, id)`.execute(db);
  await sql`
    create table promotion_lists (
      -- One row.
      id boolean primary key default true check (id),
      fetched_at timestamptz not null,
      has_more boolean not null
    )`.execute(db);
  // Stored prices lack their product.
  await sql`delete from price_cache`.execute(db);

  const permissions = [
    ['promotion:read', 'Read promotion codes', 'List promotion codes and how often they were used'],
    ['promotion:create', 'Create promotion codes', 'Create promotion codes'],
    ['promotion:update', 'Switch promotion codes', 'Switch promotion codes on and off'],
  ];
  await db
    .insertInto('permissions')
    .values(permissions.map(([code, name, description]) => ({ code, name, description })))
    .execute();
  await db
    .insertInto('role_permissions')
    .values(
      ['administrator', 'organiser'].flatMap((role_code) =>
        permissions.map(([permission_code]) => ({ role_code, permission_code })),
      ),
    )
    .execute();
}
