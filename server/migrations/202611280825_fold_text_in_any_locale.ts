import { type Kysely, sql } from 'kysely';

/**
 * Search compared texts by the locale of the database. In a Turkish one `lower('ISTANBUL')` is "ıstanbul", so nobody found
 * it; with `C`, letters such as Ø and Б kept their case. ICU's root locale is the same in every database, and both engines
 * have it. What the old functions have written into indexes is written anew.
 */
export async function up(db: Kysely<any>): Promise<void> {
  await sql`
    create or replace function fold_text(value text) returns text language plpgsql immutable parallel safe cost 200
    as $$ begin
      if octet_length(value) = length(value) then
        return lower(value collate "und-x-icu");
      end if;
      return lower(replace(translate(regexp_replace(normalize(value, NFKD), '[\u0300-\u036f]', '', 'g'),
        'łŁøØđĐıħĦ', 'lLoOdDihH'), 'ß', 'ss') collate "und-x-icu");
    end $$`.execute(db);
  await sql`reindex index events_text_trigrams`.execute(db);
  await sql`drop index users_text_trigrams`.execute(db);
  await sql`create index users_text_trigrams on users using gin (
    (lower((name || chr(10) || first_name || ' ' || coalesce(middle_name || ' ', '') || last_name
      || chr(10) || first_name || ' ' || last_name || chr(10) || email) collate "und-x-icu") collate "default")
    gin_trgm_ops)`.execute(db);
}
