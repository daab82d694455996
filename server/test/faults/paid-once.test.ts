/**
 * `kill -9` between any two steps of a fulfilment, then the provider's retry: one access, one receipt, one order.
 *
 * @tier all
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, expect, it } from 'vitest';
import { openDatabase } from '../../src/db/engines.ts';
import { migrate } from '../../src/db/migrate.ts';
import { insertBlock, insertEvent, insertUser } from '../factories.ts';
import { newDataDir, startProcess } from '../processes.ts';
import { sessionEvent, signatureOf, type TestEvent, webhookSecret } from '../shop/provider-events.ts';
import { engine, openTestDatabase } from '../test-database.ts';
import { call } from './call.ts';

/** Each step of the transaction takes this long, so that a kill meets every one of them. */
const stepMs = 30;
const kills = 8;

const dataDir = newDataDir();
const database = engine === 'postgres' ? await openTestDatabase() : undefined;
afterAll(() => database?.[Symbol.asyncDispose]());
const env = {
  DATA_DIR: dataDir,
  TRUST_PROXY: '127.0.0.1',
  // Nothing here calls the provider.
  ...{ STRIPE_SECRET_KEY: 'sk_test_0123456789', STRIPE_WEBHOOK_SECRET: webhookSecret },
  ...(database?.databaseUrl ? { DATABASE_URL: database.databaseUrl } : {}),
};
const open = () => openDatabase({ databaseUrl: env.DATABASE_URL, dataDir });

/** An order whose payment page is open, of a buyer with an account. */
async function newOrder({ db }: Awaited<ReturnType<typeof open>>): Promise<TestEvent> {
  const [orderId, sessionId, email] = [randomUUID(), `cs_${randomUUID()}`, `${randomUUID()}@example.test`];
  const eventId = await insertEvent(db);
  const blockId = await insertBlock(db, { eventId });
  await insertUser(db, { email, emailVerifiedAt: '2026-01-01T00:00:00Z' });
  await db
    .insertInto('orders')
    .values({
      ...{
        id: orderId,
        email,
        userId: null,
        priceId: 'price_1',
        createdAt: new Date().toISOString(),
        sessionId,
      },
      receiptUrl: 'https://pay.example/receipt',
      checkout: JSON.stringify({ successUrl: '', cancelUrl: '', origin: 'http://localhost' }),
    })
    .execute();
  const names = { eventName: 'Gala', eventSlug: 'gala', blockName: 'Card', blockSlug: 'card' };
  await db
    .insertInto('orderItems')
    .values({ orderId, eventId, blockId, ...names })
    .execute();
  return sessionEvent('completed', { orderId, sessionId, intent: `pi_${randomUUID()}` });
}

async function prepare(): Promise<TestEvent[]> {
  await using database = await open();
  await migrate(database.db);
  await sql`create function take_a_moment() returns trigger language plpgsql as $$ begin
    perform pg_sleep(${sql.lit(stepMs / 1_000)});
    return null;
  end $$`.execute(database.db);
  for (const table of [
    'provider_events',
    'payments',
    'checkout_sessions',
    'accesses',
    'outbox_mails',
    'orders',
  ])
    await sql`create trigger take_a_moment after insert or update on ${sql.table(table)}
      for each statement execute function take_a_moment()`.execute(database.db);
  const events: TestEvent[] = [];
  for (let kill = 0; kill < kills; kill++) events.push(await newOrder(database));
  return events;
}

it('pays each order once, wherever the server dies', { timeout: 240_000 }, async () => {
  const events = await prepare();
  const deliver = (server: { url: string | undefined }, event: TestEvent) =>
    call(server as never, 'POST /api/v1/shop/webhook', {
      body: event,
      headers: { 'stripe-signature': signatureOf(JSON.stringify(event)) },
    });
  for (const [kill, event] of events.entries()) {
    const server = await startProcess(env);
    const answer = deliver(server, event).catch(() => undefined);
    await wait(kill * stepMs);
    server.child.kill('SIGKILL');
    await Promise.all([answer, server.ended]);
  }

  const last = await startProcess(env);
  // The provider repeats until the answer is a 204, and sometimes afterwards.
  for (const event of [...events, ...events]) expect((await deliver(last, event)).status).toBe(204);
  last.child.kill('SIGTERM');
  expect([await last.ended, last.errors()]).toEqual([0, '']);

  await using after = await open();
  const { rows } = await sql<object>`
    select status, count(distinct accesses.id) as accesses, count(distinct outbox_mails.id) as receipts
    from orders left join accesses on accesses.order_id = orders.id
      left join outbox_mails on outbox_mails.recipient = orders.email and outbox_mails.kind = 'receipt'
    group by orders.id, status`.execute(after.db);
  expect(rows).toEqual(Array.from({ length: kills }, () => ({ status: 'paid', accesses: 1, receipts: 1 })));
});
