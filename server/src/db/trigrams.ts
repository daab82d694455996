/**
 * The extension `pg_trgm`, whose indexes make searches fast and which forgives misspelled words. Any owner of a database may
 * create it, but some managed databases refuse it: everything works without, and a search reads whole tables.
 */
import {
  type KyselyPlugin,
  type PluginTransformQueryArgs,
  type PluginTransformResultArgs,
  RawNode,
  sql,
} from 'kysely';
import type { Db } from './database.ts';

export async function hasTrigrams(db: Db): Promise<boolean> {
  const { rows } = await sql`select 1 from pg_extension where extname = 'pg_trgm'`.execute(db);
  return rows.length > 0;
}

/** In a block of its own, so that a refusal ends no transaction. Two servers may create it at once. @returns whether it is there. */
export async function createTrigrams(db: Db): Promise<boolean> {
  if (await hasTrigrams(db)) return true;
  await sql`
    do $$ begin
      create extension if not exists pg_trgm;
    exception
      when insufficient_privilege or feature_not_supported or undefined_file or undefined_object
        or unique_violation or duplicate_object then null;
    end $$`.execute(db);
  return hasTrigrams(db);
}

const aboutIndexes = /^\s*(?:create extension|create index|drop index|reindex index)\b/;

/** Leaves out of the migrations what a database without the extension cannot do: its indexes. */
export const withoutTrigrams: KyselyPlugin = {
  transformQuery({ node }: PluginTransformQueryArgs) {
    const isLeftOut =
      RawNode.is(node) &&
      aboutIndexes.test(node.sqlFragments[0] ?? '') &&
      /trgm|trigrams/.test(JSON.stringify(node));
    return isLeftOut ? RawNode.createWithSql('select 1') : node;
  },
  async transformResult({ result }: PluginTransformResultArgs) {
    return result;
  },
};
