import type { Kysely } from 'kysely';

/** When an identity was used last, and the index that finds the last sign-in with a provider. */
export async function up(db: Kysely<any>): Promise<void> {
  await db.schema.alterTable('provider_identities').addColumn('last_used_at', 'timestamptz').execute();
  await db.schema
    .createIndex('provider_identities_issuer_last_used_at')
    .on('provider_identities')
    .columns(['issuer', 'last_used_at'])
    .execute();
}
