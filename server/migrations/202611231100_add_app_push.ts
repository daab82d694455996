import { type Kysely, sql } from 'kysely';

/** Native apps show reminders too: their address is a token of Apple's or Google's service, and has no keys. */
export async function up(db: Kysely<any>): Promise<void> {
  await db.schema
    .alterTable('push_subscriptions')
    .addColumn('service', 'text', (c) => c.notNull().defaultTo('web'))
    .alterColumn('p256dh', (c) => c.dropNotNull())
    .alterColumn('auth', (c) => c.dropNotNull())
    .execute();
  await sql`
    alter table push_subscriptions
      add constraint push_subscriptions_service check (service in ('web', 'apns', 'fcm')),
      add constraint push_subscriptions_keys
        check (num_nonnulls(p256dh, auth) = case when service = 'web' then 2 else 0 end)
  `.execute(db);
}
