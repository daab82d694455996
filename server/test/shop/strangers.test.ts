/**
 * Attempts to learn what an address has bought: by buying the same again, by the link of somebody else's payment page, by
 * an account that has only claimed the address. Who opened a payment page still finds it again.
 */
import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { insertUser } from '../factories.ts';
import type { Device } from '../harness.ts';
import { sessionOf } from './fake-provider.ts';
import { seconds, sessionEvent } from './provider-events.ts';
import { startShop } from './shop.ts';

const shop = await startShop();
const { buy, db, newBrowser } = shop;
const newEmail = () => `${randomUUID()}@example.test`;

type Caller = Pick<Device, 'request'>;
const checkout = (who: Caller, sessionId: string) => who.request(`GET /api/v1/shop/checkouts/${sessionId}`);
const statusOf = async (who: Caller, sessionId: string) => (await checkout(who, sessionId)).body.status;

const sessionIdOf = (redirectUrl: string) => String(redirectUrl.split('/').at(-1));

/** Buys three times, and says what a stranger can see: the answers, and which of the pages are one. */
async function probe(who: Caller, priceId: string, email: string, between: () => Promise<unknown>) {
  const answers = [];
  for (let call = 0; call < 3; call++) {
    if (call === 1) await between();
    answers.push(await buy(priceId, email, who));
  }
  const urls = answers.map(({ body }) => body.redirectUrl as string);
  const states = await Promise.all(urls.map((url) => checkout(who, sessionIdOf(url))));
  return {
    answers: answers.map(({ status, body }) => [status, Object.keys(body)]),
    sameAsFirst: urls.map((url) => url === urls[0]),
    states: states.map(({ status, body }) => [status, body.status, body.amount]),
  };
}

const strangers: Array<[string, () => Promise<Caller>]> = [
  ['a caller without a key', async () => shop],
  ['a browser', async () => newBrowser()],
  ['another account', async () => shop.newViewer()],
  ['a browser of another account', async () => newBrowser(await shop.newViewer())],
];

describe.each(strangers)('%s', (_name, stranger) => {
  it('sees the same whether the owner pays, pays with a debit, or has never been there', async () => {
    const { priceId } = await shop.newTicket();
    const nothing = await probe(await stranger(), priceId, newEmail(), async () => {});
    const endings: Array<(email: string) => Promise<unknown>> = [
      (email) => shop.pay(priceId, email, newBrowser()),
      async (email) => {
        const order = await shop.openOrder(priceId, email, newBrowser());
        await shop.deliver(sessionEvent('completed', order, { paymentStatus: 'unpaid' }));
      },
      (email) => shop.openOrder(priceId, email, newBrowser()),
    ];
    for (const happen of endings) {
      const owner = await shop.newViewer();
      expect(await probe(await stranger(), priceId, owner.email, () => happen(owner.email))).toEqual(nothing);
      const earlier = await shop.newViewer();
      await happen(earlier.email);
      expect(await probe(await stranger(), priceId, earlier.email, async () => {})).toEqual(nothing);
    }
  });

  it('learns nothing from the link of a payment page, whatever becomes of it', async () => {
    const owner = await shop.newViewer();
    const browser = newBrowser();
    const order = await shop.openOrder((await shop.newTicket()).priceId, owner.email, browser);
    const who = await stranger();
    const unknown = await checkout(who, 'cs_unknown');
    const looks = [await checkout(who, order.sessionId)];
    await shop.deliver(sessionEvent('completed', order));
    looks.push(await checkout(who, order.sessionId));
    for (const { status, body } of looks) {
      const { instance: _address, ...problem } = body;
      expect([status, problem]).toEqual([404, expect.not.objectContaining({ status: 'paid' })]);
      expect(unknown.body).toMatchObject(problem);
    }
    expect(await statusOf(browser, order.sessionId)).toBe('paid');
  });

  it('makes nobody ask the provider about the payment of somebody else', async () => {
    const { email } = await shop.newViewer();
    const order = await shop.openOrder((await shop.newTicket()).priceId, email, newBrowser());
    const before = await shop.findOrder(order.orderId);
    await checkout(await stranger(), order.sessionId);
    expect((await shop.findOrder(order.orderId)).reconcileAt).toBe(before.reconcileAt);
  });
});

it('keeps the page of an owner from a stranger who came first', async () => {
  const owner = await shop.newViewer();
  const { priceId } = await shop.newTicket();
  const stranger = newBrowser();
  const trap = await buy(priceId, owner.email, stranger);
  const own = await buy(priceId, owner.email, owner);
  expect(own.body.redirectUrl).not.toBe(trap.body.redirectUrl);
  const { id } = await shop.orderOf(owner.email, priceId);
  await shop.deliver(
    sessionEvent('completed', { orderId: id, sessionId: sessionOf(id), intent: `pi_${id}` }),
  );
  expect([
    await statusOf(owner, sessionIdOf(own.body.redirectUrl)),
    await statusOf(stranger, sessionIdOf(trap.body.redirectUrl)),
    (await buy(priceId, owner.email, stranger)).body.redirectUrl,
  ]).toEqual(['paid', 'unlocking', trap.body.redirectUrl]);
});

it('does not take an address that an account has only claimed for its owner', async () => {
  const email = newEmail();
  const order = await shop.pay((await shop.newTicket()).priceId, email, newBrowser());
  const userId = await insertUser(db, { email, emailVerifiedAt: null });
  const claimant = await shop.signInAs({ userId });
  expect((await checkout(claimant, order.sessionId)).status).toBe(404);
  await db
    .updateTable('users')
    .set({ emailVerifiedAt: shop.clock.now().toISOString() })
    .where('id', '=', userId)
    .execute();
  expect((await checkout(claimant, order.sessionId)).body).toMatchObject({
    status: 'paid',
    access: 'granted',
  });
});

it('does not give the new owner of an address the pages of the owner before', async () => {
  const before = await shop.newViewer();
  const { priceId } = await shop.newTicket();
  const page = await buy(priceId, before.email, before);
  await db.updateTable('users').set({ email: newEmail() }).where('id', '=', before.userId).execute();
  const userId = await insertUser(db, { email: before.email, emailVerifiedAt: '2026-01-01T00:00:00Z' });
  const after = await shop.signInAs({ userId });
  expect((await buy(priceId, before.email, after)).body.redirectUrl).not.toBe(page.body.redirectUrl);
  expect((await checkout(after, sessionIdOf(page.body.redirectUrl))).status).toBe(404);
});

describe('who opened a payment page', () => {
  it('finds it again with sixty calls at once, on two devices of one account', async () => {
    const viewer = await shop.newViewer();
    const phone = await shop.signInAs({ userId: viewer.userId });
    const { priceId } = await shop.newTicket();
    const calls = Array.from({ length: 60 }, (_, call) =>
      buy(priceId, viewer.email, call % 2 === 0 ? newBrowser(viewer) : phone),
    );
    const urls = (await Promise.all(calls)).map(({ body }) => body.redirectUrl);
    expect(new Set(urls).size).toBe(1);
    expect(await statusOf(phone, sessionIdOf(urls[0]))).toBe('unlocking');
  });

  it('finds it again after a sign-in in the same browser, before and after the payment', async () => {
    const viewer = await shop.newViewer({ confirmed: false });
    const { priceId } = await shop.newTicket();
    const headers = { 'checkout-key': randomUUID() };
    const [visitor, signedIn] = [newBrowser(shop, headers), newBrowser(viewer, headers)];
    const order = await shop.openOrder(priceId, viewer.email, visitor);
    expect(sessionIdOf((await buy(priceId, viewer.email, signedIn)).body.redirectUrl)).toBe(order.sessionId);
    await shop.deliver(sessionEvent('completed', order, { created: seconds() }));
    expect((await checkout(signedIn, order.sessionId)).body.access).toBe('unclaimed');
    expect((await checkout(visitor, order.sessionId)).body).toMatchObject({ status: 'paid', access: null });
  });

  it('gets pages of their own without a key and without a sign-in, and each opens', async () => {
    const { priceId } = await shop.newTicket();
    const email = newEmail();
    const [first, second] = await Promise.all([buy(priceId, email, shop), buy(priceId, email, shop)]);
    expect(first.body.redirectUrl).not.toBe(second.body.redirectUrl);
  });

  it.each(['short', 'x'.repeat(129), '{"$ne":"aaaaaaaaaaaaaaaaaaa"}', '  aaaaaaaaaaaaaaaaaaaaaaaa a'])(
    'is told that %s is no key',
    async (key) => {
      const { priceId } = await shop.newTicket();
      const { status, body } = await buy(priceId, newEmail(), newBrowser(shop, { 'checkout-key': key }));
      expect([status, body.issues[0].location]).toEqual([400, 'header']);
    },
  );

  it('has a key that the database does not know', async () => {
    const headers = { 'checkout-key': randomUUID() };
    const order = await shop.openOrder(
      (await shop.newTicket()).priceId,
      newEmail(),
      newBrowser(shop, headers),
    );
    expect(JSON.stringify(await shop.findOrder(order.orderId))).not.toContain(headers['checkout-key']);
  });

  it('leaves no trace in the order when the account is deleted', async () => {
    const viewer = await shop.newViewer();
    const { orderId } = await shop.pay((await shop.newTicket()).priceId, viewer.email, newBrowser(viewer));
    await db.deleteFrom('users').where('id', '=', viewer.userId).execute();
    expect(await shop.findOrder(orderId)).toMatchObject({ opener: null, openerKey: null });
  });
});
