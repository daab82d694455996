/**
 * Whatever the order of the provider's messages, however often each comes and however many at once: the end is that of
 * the delivery in order. Statements are delayed at random, so that transactions meet in all their steps.
 *
 * @tier all
 */
import fc from 'fast-check';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { engine } from '../test-database.ts';
import {
  disputeEvent,
  refundEvent,
  seconds,
  sessionEvent,
  signatureOf,
  type TestEvent,
} from './provider-events.ts';
import { startShop } from './shop.ts';

const runs = Number(process.env.ORDER_RUNS ?? (engine === 'postgres' ? 40 : 30));
const shop = await startShop();
const { priceId } = await shop.newTicket();
const start = seconds();

// One connection has nothing to meet.
if (engine === 'postgres') {
  await sql`create function take_a_moment() returns trigger language plpgsql as $$ begin
    perform pg_sleep(random() * 0.006);
    return null;
  end $$`.execute(shop.db);
  for (const table of [
    'provider_events',
    'payments',
    'checkout_sessions',
    'refunds',
    'disputes',
    'orders',
    'accesses',
  ])
    await sql`create trigger take_a_moment after insert or update or delete on ${sql.table(table)}
      for each statement execute function take_a_moment()`.execute(shop.db);
}

/** What can happen to one order after its payment, in order. */
const stories = {
  paid: [],
  partlyRefunded: ['refund 500 pending', 'refund 500 succeeded'],
  refunded: ['refund 1499 pending', 'refund 1499 succeeded'],
  refundFailed: ['refund 1499 succeeded', 'refund 1499 failed'],
  twoParts: ['refund 499 succeeded', 'refund2 1000 succeeded'],
  disputed: ['dispute needs_response'],
  won: ['dispute needs_response', 'dispute under_review', 'dispute won'],
  lost: ['dispute needs_response', 'dispute lost'],
  inquiry: ['dispute warning_needs_response', 'dispute warning_closed'],
  appealed: ['dispute needs_response', 'dispute lost', 'dispute appeal_under_review', 'dispute won'],
} as const;
const payments = ['at once', 'delayed', 'failed first'] as const;

type Order = Awaited<ReturnType<typeof shop.openOrder>>;

function eventsOf(order: Order, story: readonly string[], payment: (typeof payments)[number]): TestEvent[] {
  // Some events of the provider have the same second.
  let step = 0;
  const at = () => start + Math.floor(++step / 2);
  const paid =
    payment === 'at once'
      ? [sessionEvent('completed', order, { created: at() })]
      : [
          sessionEvent('completed', order, { created: at(), paymentStatus: 'unpaid' }),
          ...(payment === 'failed first'
            ? [sessionEvent('async_payment_failed', order, { created: at() })]
            : []),
          sessionEvent('async_payment_succeeded', order, { created: at() }),
        ];
  const later = story.map((line) => {
    const [what = '', ...words] = line.split(' ');
    const status = String(words.at(-1));
    const id = `${what}_${order.orderId}`;
    return what === 'dispute'
      ? disputeEvent('updated', { id, intent: order.intent, amount: order.amount, status }, at())
      : refundEvent(
          'updated',
          { id, intent: order.intent, amount: Number(words[0]), status, created: start },
          at(),
        );
  });
  return [...paid, ...later];
}

async function outcome({ orderId }: Order) {
  const { status, amount, currency, refundedAmount, isOpen, paidAt, receiptQueuedAt } =
    await shop.findOrder(orderId);
  const mails = await shop.db
    .selectFrom('outboxMails')
    .select('kind')
    .where('text', 'like', `%${orderId}%`)
    // A buyer gets no mail about a refund that had failed before we heard of it.
    .where((eb) => (status === 'paid' ? eb('kind', 'not in', ['refunded', 'refund-failed']) : eb.lit(true)))
    .execute();
  return {
    status,
    amount,
    currency,
    refundedAmount,
    isOpen,
    isPaid: paidAt !== null,
    hasReceipt: receiptQueuedAt !== null,
    accesses: (await shop.accessesOf(orderId)).length,
    mails: mails.map(({ kind }) => kind),
  };
}

const newOrder = async () => shop.openOrder(priceId, (await shop.newViewer()).email);

async function send(event: TestEvent): Promise<void> {
  const body = JSON.stringify(event);
  const { status } = await shop.request('POST /api/v1/shop/webhook', {
    body,
    headers: { 'content-type': 'application/json', 'stripe-signature': signatureOf(body) },
  });
  // The provider repeats what failed.
  if (status !== 204) await send(event);
}

it('ends in the state of the delivery in order', { timeout: 300_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...(Object.keys(stories) as Array<keyof typeof stories>)),
      fc.constantFrom(...payments),
      fc.infiniteStream(fc.nat(1_000)),
      fc.integer({ min: 1, max: 6 }),
      async (name, payment, random, lanes) => {
        const [straight, shuffled] = [await newOrder(), await newOrder()];
        for (const event of eventsOf(straight, stories[name], payment)) await send(event);
        const events = eventsOf(shuffled, stories[name], payment);
        const repeated = [...events, ...events.filter(() => Number(random.next().value) % 2 === 0)];
        const waiting = repeated
          .map((event) => ({ event, key: Number(random.next().value) }))
          .toSorted((a, b) => a.key - b.key)
          .map(({ event }) => event);
        const lane = async () => {
          for (let event = waiting.shift(); event; event = waiting.shift()) {
            await new Promise((resolve) => setTimeout(resolve, Number(random.next().value) % 7));
            await send(event);
          }
        };
        await Promise.all(Array.from({ length: lanes }, lane));
        expect(await outcome(shuffled)).toEqual(await outcome(straight));
      },
    ),
    { numRuns: runs },
  );
});

it.each([
  ['paid', 'paid', 1, ['receipt']],
  ['partlyRefunded', 'paid', 1, ['receipt']],
  ['refunded', 'refunded', 0, ['refunded']],
  ['refundFailed', 'paid', 1, ['receipt']],
  ['twoParts', 'refunded', 0, ['refunded']],
  ['disputed', 'disputed', 0, []],
  ['won', 'paid', 1, ['receipt']],
  ['lost', 'lost', 0, []],
  ['inquiry', 'paid', 1, ['receipt']],
  ['appealed', 'paid', 1, ['receipt']],
] as const)('%s ends as %s with %s access and the mails %o', async (name, status, accesses, mails) => {
  const order = await newOrder();
  for (const event of eventsOf(order, stories[name], 'at once')) await send(event);
  expect(await outcome(order)).toMatchObject({ status, accesses, mails });
});

// Nothing arrives afterwards that would mend it.
it.each(['refund 1499 succeeded', 'dispute needs_response'])(
  'the payment and "%s" at one moment',
  async (line) => {
    for (let round = 0; round < 25; round++) {
      const order = await newOrder();
      await Promise.all(eventsOf(order, [line], 'at once').map(send));
      expect((await outcome(order)).accesses, `round ${round}`).toBe(0);
    }
  },
);
