/**
 * Several orders of one person for the same: mine, those of strangers for my address, those of an address that becomes
 * mine. Whatever comes first, and whatever happens at one moment, in the end one is paid and all others went back once.
 *
 * @tier all
 * @engine one
 */
import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { insertUser } from '../factories.ts';
import { engine } from '../test-database.ts';
import { waitUntilBlocked } from '../wait-for-lock.ts';
import { disputeEvent, seconds, sessionEvent, type TestEvent } from './provider-events.ts';
import { startShop } from './shop.ts';

const shop = await startShop();
const { db, deliver, newBrowser } = shop;
const { priceId } = await shop.newTicket();
const runs = Number(process.env.ORDER_RUNS ?? (engine === 'postgres' ? 15 : 10));
const newEmail = () => `${randomUUID()}@example.test`;

type Order = Awaited<ReturnType<typeof shop.openOrder>>;

const paid = (order: Order, created = seconds()) => sessionEvent('completed', order, { created });
const dispute = (order: Order, status: string, created: number) =>
  disputeEvent('updated', { ...order, id: `dp_${order.orderId}`, status }, created);

/** An account, the address that it comes to have, and orders of both. */
interface People {
  orders: Order[];
  /** The account confirms the address; undefined: it has it. */
  confirm: (() => Promise<unknown>) | undefined;
  /** All addresses that get mails. */
  emails: string[];
}

/** @param first the address of the first order, if it is another one. */
const openAll = async (count: number, email: string, first = email) => {
  // One network opens no more than some hundreds of payment pages an hour.
  await db.deleteFrom('attemptCounters').execute();
  const orders: Order[] = [];
  while (orders.length < count)
    orders.push(await shop.openOrder(priceId, orders.length === 0 ? first : email, newBrowser()));
  return orders;
};

const people = {
  async 'an account with the address'(count: number): Promise<People> {
    const email = newEmail();
    await insertUser(db, { email, emailVerifiedAt: '2026-01-01T00:00:00Z' });
    return { orders: await openAll(count, email), confirm: undefined, emails: [email] };
  },
  async 'an address without an account'(count: number): Promise<People> {
    const email = newEmail();
    return { orders: await openAll(count, email), confirm: undefined, emails: [email] };
  },
  async 'an account that confirms its address'(count: number): Promise<People> {
    const email = newEmail();
    const userId = await insertUser(db, { email, emailVerifiedAt: null });
    const emailVerifiedAt = shop.clock.now().toISOString();
    const confirm = () => db.updateTable('users').set({ emailVerifiedAt }).where('id', '=', userId).execute();
    return { orders: await openAll(count, email), confirm, emails: [email] };
  },
  async 'an account that changes its address'(count: number): Promise<People> {
    const [before, email] = [newEmail(), newEmail()];
    const userId = await insertUser(db, { email: before, emailVerifiedAt: '2026-01-01T00:00:00Z' });
    const confirm = () => db.updateTable('users').set({ email }).where('id', '=', userId).execute();
    return { orders: await openAll(count, email, before), confirm, emails: [before, email] };
  },
};
type Name = keyof typeof people;
const names = Object.keys(people) as Name[];

async function outcomeOf({ orders, emails }: People) {
  // One round sends the refunds that are due, and finds those that the next one sends.
  for (let round = 0; round < 2; round++) await shop.work();
  const ends = await Promise.all(
    orders.map(async ({ orderId, intent }) => {
      const { status, paidAt } = await shop.findOrder(orderId);
      const refunds = shop.provider.refunds.filter((refund) => refund.paymentIntent === intent);
      return {
        isPaid: paidAt !== null,
        end: `${status}, ${(await shop.accessesOf(orderId)).length} access, back: ${refunds.map(({ amount }) => amount)}`,
      };
    }),
  );
  const mails = (await Promise.all(emails.map(shop.mailsTo))).flat();
  return {
    ends: ends
      .filter(({ isPaid }) => isPaid)
      .map(({ end }) => end)
      .toSorted(),
    refundMails: mails.filter(({ kind }) => kind === 'paid-twice').length,
  };
}

const oneOf = (count: number) => ({
  ends: [
    'paid, 1 access, back: ',
    ...Array.from({ length: count - 1 }, () => 'refunded, 0 access, back: 1499'),
  ],
  refundMails: count - 1,
});

// One connection has nothing to meet.
if (engine === 'postgres') {
  await sql`create table gates (table_name text, needle text)`.execute(db);
  await sql`create function wait_at_gate() returns trigger language plpgsql as $$ begin
    perform pg_sleep(random() * 0.006);
    if exists (select 1 from gates where table_name = tg_table_name
      and position(needle in replace(new::text, '-', '')) > 0) then
      perform pg_advisory_xact_lock_shared(778);
    end if;
    return null;
  end $$`.execute(db);
}
const gates = ['provider_events', 'payments', 'checkout_sessions', 'accesses', 'outbox_mails', 'orders'];
if (engine === 'postgres')
  for (const table of gates)
    await sql`create trigger wait_at_gate after insert or update on ${sql.table(table)}
      for each row execute function wait_at_gate()`.execute(db);

describe.each(names)('%s', (name) => {
  it('ends with one paid order, in any order of everything that can happen', {
    timeout: 300_000,
  }, async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom('card', 'debit', 'disputed'), { minLength: 2, maxLength: 3 }),
        fc.infiniteStream(fc.nat(1_000)),
        fc.integer({ min: 1, max: 6 }),
        async (payments, random, lanes) => {
          const all = await people[name](payments.length);
          const next = () => Number(random.next().value);
          const events = payments.flatMap((payment, index): TestEvent[] => {
            const order = all.orders[index] as Order;
            const start = seconds();
            if (payment === 'card') return [paid(order)];
            if (payment === 'debit')
              return [
                sessionEvent('completed', order, { paymentStatus: 'unpaid' }),
                sessionEvent('async_payment_succeeded', order),
              ];
            return [
              paid(order),
              dispute(order, 'needs_response', start + 1),
              dispute(order, 'won', start + 2),
            ];
          });
          const repeated = [...events, ...events.filter(() => next() % 3 === 0)];
          const steps: Array<() => Promise<unknown>> = [
            ...repeated.map((event) => () => deliver(event)),
            ...(all.confirm ? [all.confirm] : []),
          ];
          const waiting = steps
            .map((step) => ({ step, key: next() }))
            .toSorted((a, b) => a.key - b.key)
            .map(({ step }) => step);
          const lane = async () => {
            for (let step = waiting.shift(); step; step = waiting.shift()) {
              await new Promise((resolve) => setTimeout(resolve, next() % 7));
              await step();
            }
          };
          await Promise.all(Array.from({ length: lanes }, lane));
          expect(await outcomeOf(all)).toEqual(oneOf(payments.length));
        },
      ),
      { numRuns: runs },
    );
  });

  it('ends with one paid order, one after the other', async () => {
    for (const confirmAfter of [0, 1, 2, 3]) {
      const all = await people[name](3);
      for (const [index, order] of all.orders.entries()) {
        if (index === confirmAfter) await all.confirm?.();
        await deliver(paid(order));
      }
      if (confirmAfter === 3) await all.confirm?.();
      expect(await outcomeOf(all), `after ${confirmAfter}`).toEqual(oneOf(3));
    }
  });
});

/** Settles, or waits for a lock. */
async function begun(call: Promise<unknown>, waiting: number): Promise<boolean> {
  return Promise.race([call.then(() => false), waitUntilBlocked(db, waiting + 1).then(() => true)]);
}

describe.skipIf(engine === 'pglite')('two payments and a confirmation at one moment', () => {
  const cases = (
    ['an account that confirms its address', 'an account that changes its address'] as const
  ).flatMap((name) =>
    [...gates, 'events'].flatMap((gate) =>
      [0, 1].flatMap((stopped) =>
        (['confirmation', 'payment'] as const).map((first) => ({ name, gate, stopped, first })),
      ),
    ),
  );
  it.each(cases)('$name: payment $stopped stops at $gate, the $first is next', async (one) => {
    const all = await people[one.name](2);
    const [held, other] = one.stopped === 0 ? all.orders : [all.orders[1], all.orders[0]];
    if (!held || !other) throw new Error('two');
    const needle = held.orderId.replaceAll('-', '');
    await sql`insert into gates (table_name, needle) values (${one.gate}, ${needle})`.execute(db);
    const calls: Array<Promise<unknown>> = [];
    let waiting = 0;
    await db.transaction().execute(async (trx) => {
      await sql`select pg_advisory_xact_lock(778)`.execute(trx);
      // Of the step that reads what the order opens.
      if (one.gate === 'events') await sql`select 1 from events for update`.execute(trx);
      const next = [() => all.confirm?.(), () => deliver(paid(other))];
      if (one.first === 'payment') next.reverse();
      for (const start of [() => deliver(paid(held)), ...next]) {
        const call = Promise.resolve(start());
        calls.push(call);
        if (await begun(call, waiting)) waiting += 1;
      }
      expect(waiting).toBeGreaterThan(0);
    });
    await Promise.all(calls);
    await sql`delete from gates`.execute(db);
    expect(await outcomeOf(all)).toEqual(oneOf(2));
  });
});
