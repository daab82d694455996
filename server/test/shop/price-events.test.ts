/** A price that was changed at the provider is asked for again, whatever dies or comes late in between. */
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeEach, expect, it } from 'vitest';
import { newPrice } from './fake-provider.ts';
import { seconds } from './provider-events.ts';
import { startShop } from './shop.ts';

const shop = await startShop();
const { db, provider } = shop;
await sql`create function die() returns trigger language plpgsql as $$ begin raise 'the server died'; end $$`.execute(
  db,
);

const changed = (type = 'price.updated') => ({
  id: `evt_${randomUUID()}`,
  object: 'event' as const,
  type,
  created: seconds(),
  api_version: '2026-10-28.endive',
  livemode: false,
  data: { object: { id: priceId, object: 'price' } },
});
const amount = async () => (await shop.request(`GET /api/v1/shop/prices/${priceId}`)).body.unit_amount;
const soon = (value: number) => expect.poll(amount).toBe(value);

let priceId: string;
beforeEach(async () => {
  ({ priceId } = await shop.newTicket());
  expect(await amount()).toBe(1499);
  // The provider never changes an amount; here it shows which answer is read.
  provider.prices.set(priceId, newPrice(priceId, { amount: 999 }));
});

it.each(['price.updated', 'price.deleted', 'product.updated'])(
  'after a crash between storing "%s" and its effect, the retry of the provider has it',
  async (type) => {
    const event = changed(type);
    await sql`create trigger die before update on price_cache execute function die()`.execute(db);
    expect((await shop.deliver(event)).status).toBe(500);
    await sql`drop trigger die on price_cache`.execute(db);
    expect((await shop.deliver(event)).status).toBe(204);
    await soon(999);
  },
);

it('an event that never arrived takes effect when it is found', async () => {
  const { id, type, created } = changed();
  provider.missedEvents.push({ id, type, created, objectId: priceId, fact: undefined });
  await shop.takeMissed();
  await soon(999);
});

it('an answer that was asked for before the event is not kept as a new one', async () => {
  const { promise: gate, resolve: open } = Promise.withResolvers<void>();
  const { findPrice } = provider;
  const old = newPrice(priceId);
  let isAsked = false;
  provider.findPrice = async () => {
    isAsked = true;
    await gate;
    return old;
  };
  await db.updateTable('priceCache').set({ fetchedAt: '2026-01-01T00:00:00Z' }).execute();
  await amount();
  await expect.poll(() => isAsked).toBe(true);
  await shop.deliver(changed());
  provider.findPrice = findPrice;
  open();
  await soon(999);
});

it('the first answer counts for its readers, and is asked for again', async () => {
  const { promise: gate, resolve: open } = Promise.withResolvers<void>();
  const { findPrice } = provider;
  const old = newPrice(priceId);
  await db.deleteFrom('priceCache').execute();
  provider.findPrice = async () => {
    await gate;
    return old;
  };
  const first = amount();
  await expect.poll(() => db.selectFrom('priceCache').select('priceId').execute()).toHaveLength(1);
  await shop.deliver(changed());
  provider.findPrice = findPrice;
  open();
  expect(await first).toBe(1499);
  await soon(999);
});
