import { type Kysely, sql } from 'kysely';

/**
 * Viewers type "dusseldorf" for "Düsseldorf". The functions have parsed bodies, so that an index on them keeps working
 * where the search path is empty, as in an automatic vacuum.
 */
export async function up(db: Kysely<any>): Promise<void> {
  // Taken apart before it is lowered, so that letters with marks fold in every locale. Some letters have no parts.
  await sql`
    create function fold_text(value text) returns text language sql immutable parallel safe
    return lower(replace(translate(regexp_replace(normalize(value, NFKD), '[\u0300-\u036f]', '', 'g'),
      'łŁøØđĐıħĦ', 'lLoOdDihH'), 'ß', 'ss'))`.execute(db);
  await sql`
    create function competition_text(name text, location jsonb) returns text language sql immutable parallel safe
    return fold_text(name || chr(10) || coalesce(location ->> 'name', '') || chr(10)
      || coalesce(location ->> 'cityName', '') || chr(10) || coalesce(location ->> 'countryName', ''))`.execute(
    db,
  );
  await sql`create index events_text_trigrams on events using gin (competition_text(name, location) gin_trgm_ops)`.execute(
    db,
  );
  // The replays of one year or one city, newest first.
  await sql`create index events_city on events ((location ->> 'cityName'), start_date, id)`.execute(db);
}
