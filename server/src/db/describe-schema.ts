/** What a migrated database holds, as SQL that people read: PostgreSQL itself words each part. */
import { sql } from 'kysely';
import type { Db } from './database.ts';

/** Kysely's own tables say nothing about the product. */
const ours = sql`relnamespace = current_schema()::regnamespace and relname not like 'kysely_%'`;

/** @returns per table its columns, constraints, indexes and triggers, in the order of their names; then all functions. */
export async function describeSchema(db: Db): Promise<string> {
  const { rows: extensions } = await sql<{ name: string }>`
    select extname as name from pg_extension where extname <> 'plpgsql' order by extname collate "C"
  `.execute(db);
  const { rows: tables } = await sql<{ name: string; lines: string[]; parts: string[] }>`
    select relname as name, array(
      select quote_ident(attname) || ' ' || format_type(atttypid, atttypmod)
        || case when attnotnull then ' not null' else '' end
        || case
             when attidentity <> '' then ' generated ' || case attidentity when 'a' then 'always' else 'by default' end || ' as identity'
             when attgenerated <> '' then ' generated always as (' || pg_get_expr(adbin, adrelid) || ') stored'
             when adbin is not null then ' default ' || pg_get_expr(adbin, adrelid)
             else ''
           end
      from pg_attribute left join pg_attrdef on adrelid = attrelid and adnum = attnum
      where attrelid = pg_class.oid and attnum > 0 and not attisdropped
      order by attnum
    ) || array(
      select 'constraint ' || quote_ident(conname) || ' ' || pg_get_constraintdef(oid)
      from pg_constraint where conrelid = pg_class.oid and contype <> 'n'
      order by position(contype::text in 'pufcx'), conname collate "C"
    ) as lines, array(
      select pg_get_indexdef(indexrelid) from pg_index
      where indrelid = pg_class.oid and not exists (select from pg_constraint where conindid = indexrelid)
      order by indexrelid::regclass::text collate "C"
    ) || array(
      select pg_get_triggerdef(oid) from pg_trigger where tgrelid = pg_class.oid and not tgisinternal order by tgname collate "C"
    ) as parts
    from pg_class where relkind = 'r' and ${ours} order by relname collate "C"
  `.execute(db);
  const { rows: functions } = await sql<{ text: string }>`
    select pg_get_functiondef(pg_proc.oid) as text from pg_proc
    where pronamespace = current_schema()::regnamespace
      and not exists (select from pg_depend where objid = pg_proc.oid and deptype = 'e')
    order by proname collate "C", pg_get_function_arguments(pg_proc.oid)
  `.execute(db);
  return [
    '-- Generated from the migrations by `pnpm schema`: what the database is today. docs/database.md says what its triggers do.',
    ...extensions.map(({ name }) => `create extension ${name};`),
    ...tables.map(({ name, lines, parts }) =>
      [`create table ${name} (\n  ${lines.join(',\n  ')}\n);`, ...parts.map((part) => `${part};`)].join('\n'),
    ),
    ...functions.map(({ text }) => `${text.trimEnd()};`),
    '',
  ]
    .join('\n\n')
    .replaceAll('public.', '');
}
