/**
 * `kill -9` between any two steps of a fulfilment, then the provider's retry: one access, one receipt, one order.
 *
 * @tier all
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import type { Db } from '../../src/db/database.ts';
import { openDatabase } from '../../src/db/engines.ts';
import { insertBlock, insertEvent, insertUser } from '../factories.ts';
import { newInstallation, startProcess } from '../processes.ts';
import { sessionEvent, signatureOf, type TestEvent, webhookSecret } from '../shop/provider-events.ts';
import { engine } from '../test-database.ts';
import { waitUntilBlocked } from '../wait-for-lock.ts';
import { call } from './call.ts';

/** The tables that a fulfilment writes. */
const steps = ['provider_events', 'payments', 'checkout_sessions', 'accesses', 'outbox_mails', 'orders'];
/** On the embedded engine each step takes this long: nothing else can be asked meanwhile. */
const stepMs = 30;
const embeddedKills = 4;

const unlimited = '-c statement_timeout=0 -c lock_timeout=0 -c idle_in_transaction_session_timeout=0';

const installation = await newInstallation();
const env = {
  ...installation,
  // Without the limits of a server's statements, because they wait for the test.
  ...(installation.DATABASE_URL
    ? { DATABASE_URL: `${installation.DATABASE_URL}?options=${encodeURIComponent(unlimited)}` }
    : {}),
  TRUST_PROXY: '127.0.0.1',
  // Nothing here calls the provider.
  STRIPE_SECRET_KEY: 'sk_test_0123456789',
  STRIPE_WEBHOOK_SECRET: webhookSecret,
};
const open = () => openDatabase({ databaseUrl: env.DATABASE_URL, dataDir: env.DATA_DIR });

/** An order whose payment page is open, of a buyer with an account; its id is in every row of its fulfilment. */
async function newOrder(db: Db, orderId: string = randomUUID()): Promise<TestEvent> {
  const [sessionId, email] = [`cs_${orderId}`, `${orderId}@example.test`];
  const eventId = await insertEvent(db);
  const blockId = await insertBlock(db, { eventId });
  await insertUser(db, { email, emailVerifiedAt: '2026-01-01T00:00:00Z' });
  await db
    .insertInto('orders')
    .values({
      id: orderId,
      email,
      userId: null,
      priceId: 'price_1',
      createdAt: new Date().toISOString(),
      sessionId,
      receiptUrl: 'https://pay.example/receipt',
      checkout: JSON.stringify({ successUrl: '', cancelUrl: '', origin: 'http://localhost' }),
    })
    .execute();
  const names = { eventName: 'Gala', eventSlug: 'gala', blockName: 'Card', blockSlug: 'card' };
  await db
    .insertInto('orderItems')
    .values({ orderId, eventId, blockId, ...names })
    .execute();
  return sessionEvent('completed', { orderId, sessionId, intent: `pi_${orderId}` });
}

type Running = Awaited<ReturnType<typeof startProcess>>;

/** As the provider does, which repeats what a busy server refuses. */
async function deliver(server: Running, event: TestEvent, tries = 60): Promise<number> {
  const { status } = await call(server, 'POST /api/v1/shop/webhook', {
    body: event,
    headers: { 'stripe-signature': signatureOf(JSON.stringify(event)) },
  });
  if (status !== 503 || tries === 1) return status;
  await wait(500);
  return deliver(server, event, tries - 1);
}

async function kill(server: Running): Promise<void> {
  server.child.kill('SIGKILL');
  await server.ended;
}

/** One transaction is stopped at each step, then the server dies once. @returns the events that it was sent. */
async function killAtEveryStep(): Promise<TestEvent[]> {
  await using database = await open();
  const { db } = database;
  await sql`create table gates (table_name text, order_id text)`.execute(db);
  await sql`create function wait_at_gate() returns trigger language plpgsql as $$ begin
    if exists (select 1 from gates where table_name = tg_table_name and position(order_id in new::text) > 0) then
      perform pg_advisory_xact_lock_shared(778);
    end if;
    return null;
  end $$`.execute(db);
  const stopped: TestEvent[] = [];
  for (const table of steps) {
    await sql`create trigger wait_at_gate after insert or update on ${sql.table(table)}
      for each row execute function wait_at_gate()`.execute(db);
    const orderId = randomUUID();
    await sql`insert into gates values (${table}, ${orderId})`.execute(db);
    stopped.push(await newOrder(db, orderId));
  }
  const [paid, begun] = [await newOrder(db), await newOrder(db)];

  const server = await startProcess(env);
  expect(await deliver(server, paid)).toBe(204);
  const answers = await db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(778)`.execute(trx);
    const sent = stopped.map((event) => deliver(server, event));
    await waitUntilBlocked(db, stopped.length);
    const all = Promise.allSettled([...sent, deliver(server, begun)]);
    await kill(server);
    return all;
  });
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 'rejected'));
  return [...stopped, paid, begun];
}

/** One server for each kill, a little later each time. @returns the events that they were sent. */
async function killAgainAndAgain(): Promise<TestEvent[]> {
  const events: TestEvent[] = [];
  {
    await using database = await open();
    await sql`create function take_a_moment() returns trigger language plpgsql as $$ begin
      perform pg_sleep(${sql.lit(stepMs / 1_000)});
      return null;
    end $$`.execute(database.db);
    for (const table of steps)
      await sql`create trigger take_a_moment after insert or update on ${sql.table(table)}
        for each statement execute function take_a_moment()`.execute(database.db);
    while (events.length < embeddedKills) events.push(await newOrder(database.db));
  }
  for (const [index, event] of events.entries()) {
    const server = await startProcess(env);
    const answer = deliver(server, event).catch(() => undefined);
    await wait((index * steps.length * stepMs) / (embeddedKills - 1));
    await kill(server);
    await answer;
  }
  return events;
}

it('pays each order once, wherever the server dies', { timeout: 240_000 }, async () => {
  const events = await (engine === 'postgres' ? killAtEveryStep() : killAgainAndAgain());

  const last = await startProcess(env);
  // The provider repeats until the answer is a 204, and sometimes afterwards.
  for (const event of [...events, ...events]) expect(await deliver(last, event)).toBe(204);
  last.child.kill('SIGTERM');
  expect([await last.ended, last.errors()]).toEqual([0, '']);

  await using after = await open();
  const { rows } = await sql<object>`
    select status, count(distinct accesses.id) as accesses, count(distinct outbox_mails.id) as receipts
    from orders left join accesses on accesses.order_id = orders.id
      left join outbox_mails on outbox_mails.recipient = orders.email and outbox_mails.kind = 'receipt'
    group by orders.id, status`.execute(after.db);
  expect(rows).toEqual(events.map(() => ({ status: 'paid', accesses: 1, receipts: 1 })));
});
