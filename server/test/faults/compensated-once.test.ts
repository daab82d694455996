/**
 * `kill -9` at each step of a compensation, then another server: one refund, one code or one replay for each, and one mail.
 * The provider is its stand-in, in this process, so that it outlives the server.
 *
 * @tier all
 * @engine postgres
 */
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, expect, it } from 'vitest';
import { insertCompensation, insertItems } from '../../src/shop/compensation/compensation.repository.ts';
import type { CompensationTerms } from '../../src/shop/compensation/compensation.tables.ts';
import { takeFact } from '../../src/shop/fulfilment/fulfil.ts';
import { createStripe } from '../../src/shop/stripe/stripe.ts';
import { startPaymentStandIn } from '../../stand-ins/payments/payments.ts';
import { insertBlock, insertEvent, insertUser } from '../factories.ts';
import { newDataDir, startProcess } from '../processes.ts';
import { webhookSecret } from '../shop/provider-events.ts';
import { openTestDatabase } from '../test-database.ts';
import { waitUntilBlocked } from '../wait-for-lock.ts';

const priceId = 'price_Gala';
const standIn = await startPaymentStandIn({
  webhook: { url: () => undefined, secret: webhookSecret },
  catalog: [{ priceId, name: 'Gala', amount: 1499, currency: 'eur' }],
  port: 0,
});
afterAll(() => standIn.close());
const { control } = standIn;
const provider = createStripe(standIn.settings);
const endDate = new Date(Date.now() + 30 * 86_400_000).toISOString();
const never = '2099-01-01T00:00:00Z';

const remedies: Record<CompensationTerms['remedy'], CompensationTerms> = {
  refund: { remedy: 'refund', percent: 25 },
  credit: { remedy: 'credit', endDate, amounts: [{ currency: 'eur', amount: 500 }] },
  replay: { remedy: 'replay', endDate, scope: 'event' },
};
type Remedy = keyof typeof remedies;
/** A statement of the server that is stopped, or a call of the provider that has no effect, or no answer. */
type Step = { table: string; when: string } | { mode: 'silent' | 'forgets-to-answer'; path: string };
const claim = { table: 'compensation_items', when: 'update' };
const mail = { table: 'outbox_mails', when: 'insert' };
const steps: Array<[Remedy, Step]> = [
  ['refund', claim],
  ['refund', { table: 'refund_requests', when: 'insert' }],
  ['refund', { mode: 'silent', path: 'POST /v1/refunds' }],
  ['refund', { mode: 'forgets-to-answer', path: 'POST /v1/refunds' }],
  ['refund', { table: 'refunds', when: 'insert' }],
  ['refund', mail],
  ['credit', { mode: 'silent', path: 'POST /v1/coupons' }],
  ['credit', { mode: 'forgets-to-answer', path: 'POST /v1/coupons' }],
  ['credit', { mode: 'forgets-to-answer', path: 'POST /v1/promotion_codes' }],
  ['credit', mail],
  ['replay', mail],
  ['replay', { table: 'accesses', when: 'insert' }],
];

// The embedded engine lives in the server: who stops one of its statements stops everything.
it('gives once, wherever the server dies', { timeout: 300_000 }, async () => {
  await using database = await openTestDatabase();
  const { db, databaseUrl = '' } = database;
  await sql`create function halt() returns trigger language plpgsql as $$ begin
    perform pg_advisory_xact_lock(77);
    return new;
  end $$`.execute(db);
  const env = {
    DATA_DIR: newDataDir(),
    DATABASE_URL: databaseUrl,
    TRUST_PROXY: '127.0.0.1',
    STRIPE_SECRET_KEY: 'sk_test_0123456789',
    STRIPE_WEBHOOK_SECRET: webhookSecret,
    RECORD_TO: '/dev/null',
    RECORD_STAND_IN: standIn.settings.origin,
    RECORD_KEY: standIn.apiKey,
    NODE_OPTIONS: `--import=${new URL('../shop/record-requests.ts', import.meta.url).href}`,
  };

  /** A paid order whose buyer was affected, and what they are to get. */
  async function newItem(remedy: Remedy) {
    const [orderId, email] = [randomUUID(), `${randomUUID()}@example.test`];
    const eventId = await insertEvent(db);
    const blockId = await insertBlock(db, { eventId, paymentRequired: true });
    const userId = await insertUser(db, { email, emailVerifiedAt: '2026-01-01T00:00:00Z' });
    const createdAt = new Date().toISOString();
    await db
      .insertInto('orders')
      .values({
        id: orderId,
        email,
        userId,
        priceId,
        createdAt,
        receiptUrl: 'https://pay.example/receipt',
        checkout: JSON.stringify({ successUrl: '', cancelUrl: '', origin: 'http://localhost' }),
      })
      .execute();
    const names = { eventName: 'Gala', eventSlug: 'gala', blockName: 'Card', blockSlug: 'card' };
    await db
      .insertInto('orderItems')
      .values({ orderId, eventId, blockId, ...names })
      .execute();
    const urls = { successUrl: 'http://localhost/', cancelUrl: 'http://localhost/' };
    const session = await provider.createCheckout({
      orderId,
      priceId,
      currency: null,
      email,
      createdAt,
      ...urls,
    });
    control.pay(session.id);
    for (const fact of await provider.readOrder(session.id))
      await db.transaction().execute((trx) => takeFact(trx, fact, new Date()));
    const of = { outageId: randomUUID(), eventId, blockId, actorId: null as never, createdAt };
    const compensationId = String(
      await insertCompensation(db, {
        ...of,
        key: randomUUID(),
        terms: remedies[remedy],
        origin: 'http://localhost',
      }),
    );
    const amounts = { refund: 374, credit: 500, replay: null };
    const amount = amounts[remedy];
    const code = remedy === 'credit' ? orderId.slice(0, 13).toUpperCase() : null;
    const item = {
      orderId,
      userId,
      affectedSince: createdAt,
      seconds: 600,
      amount,
      currency: amount === null ? null : 'eur',
      code,
    };
    await insertItems(db, [item], { compensationId, outageId: of.outageId, dueAt: never });
    return {
      remedy,
      orderId,
      email,
      userId,
      code,
      intent: String(control.session(session.id).payment_intent),
    };
  }
  const makeDue = async (orderId?: string) => {
    const now = new Date().toISOString();
    await db
      .updateTable('compensationItems')
      .set({ dueAt: now })
      .$if(orderId !== undefined, (query) => query.where('orderId', '=', String(orderId)))
      .where('settledAt', 'is', null)
      .execute();
  };

  async function killAt(step: Step, orderId: string): Promise<void> {
    if ('mode' in step) {
      const before = control.calls().length;
      control.setMode(step.mode, step.path.split(' ')[1]);
      await makeDue(orderId);
      const server = await startProcess(env);
      await expect.poll(() => control.calls().slice(before), { timeout: 20_000 }).toContain(step.path);
      server.child.kill('SIGKILL');
      await server.ended;
      return control.setMode('up');
    }
    await sql`create trigger halt before ${sql.raw(step.when)} on ${sql.table(step.table)}
      for each row execute function halt()`.execute(db);
    await makeDue(orderId);
    await db.transaction().execute(async (trx) => {
      await sql`select pg_advisory_xact_lock(77)`.execute(trx);
      const server = await startProcess(env);
      await waitUntilBlocked(db);
      server.child.kill('SIGKILL');
      await server.ended;
    });
    // Waits until what was stopped has ended without a commit.
    await sql`drop trigger halt on ${sql.table(step.table)}`.execute(db);
  }

  const given: Array<Awaited<ReturnType<typeof newItem>>> = [];
  for (const [remedy, step] of steps) {
    const item = await newItem(remedy);
    await killAt(step, item.orderId);
    // What was left in the middle is for the last server.
    await db.updateTable('compensationItems').set({ dueAt: never }).where('settledAt', 'is', null).execute();
    await db.updateTable('refundRequests').set({ dueAt: never }).where('settledAt', 'is', null).execute();
    given.push(item);
  }

  await makeDue();
  await db
    .updateTable('refundRequests')
    .set({ dueAt: new Date().toISOString() })
    .where('settledAt', 'is', null)
    .execute();
  const last = await startProcess(env);
  const open = () => db.selectFrom('compensationItems').select('id').where('settledAt', 'is', null).execute();
  await expect.poll(open, { timeout: 60_000 }).toEqual([]);
  last.child.kill('SIGTERM');
  expect(await last.ended).toBe(0);

  for (const [index, { remedy, orderId, email, userId, code, intent }] of given.entries()) {
    const { failure } = await db
      .selectFrom('compensationItems')
      .select('failure')
      .where('orderId', '=', orderId)
      .executeTakeFirstOrThrow();
    const mails = await db
      .selectFrom('outboxMails')
      .select('kind')
      .where('recipient', '=', email)
      .where('kind', 'like', 'compensation%')
      .execute();
    const replays = await db
      .selectFrom('accesses')
      .select('id')
      .where('userId', '=', userId)
      .where('compensationItemId', 'is not', null)
      .execute();
    const refunds = (await provider.listRefunds(intent)).map(({ amount }) => amount);
    const found = code === null ? undefined : await provider.findPromotionCode(code);
    expect({ index, failure, mails, refunds, hasCode: found !== undefined, replays: replays.length }).toEqual(
      {
        index,
        failure: null,
        mails: [{ kind: `compensation-${remedy}` }],
        refunds: remedy === 'refund' ? [374] : [],
        hasCode: remedy === 'credit',
        replays: remedy === 'replay' ? 1 : 0,
      },
    );
  }
  const codes = (await provider.listPromotionCodes()).data.map(({ code }) => code);
  expect(codes.toSorted()).toEqual(given.flatMap(({ code }) => code ?? []).toSorted());
});
