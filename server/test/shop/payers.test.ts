/**
 * Paid means playing (24.9, 24.26): who pays for themself watches at once. Attempts to watch on the money of somebody
 * else, and to leave a payer with nothing: a mailbox that another person proves, a leaked link, a second account, many
 * calls at once.
 */
import { randomBytes, randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { claimDays } from '../../src/shop/buying/buying.rules.ts';
import { insertUser } from '../factories.ts';
import type { Device } from '../harness.ts';
import { tokenMailedTo } from '../mailbox.ts';
import { seconds, sessionEvent } from './provider-events.ts';
import { startShop } from './shop.ts';

const shop = await startShop();
const { clock, db, newBrowser } = shop;
const credentials = '/api/v1/identity/auth/credentials';
const dayMs = 86_400_000;

type Caller = Pick<Device, 'request'>;
const newKey = () => ({ 'checkout-key': randomBytes(16).toString('base64url') });
const checkout = (who: Caller, sessionId: string) => who.request(`GET /api/v1/shop/checkouts/${sessionId}`);
const claim = (who: Caller, sessionId: string) =>
  who.request(`POST /api/v1/shop/checkouts/${sessionId}/claim`);
const kindsTo = async (email: string) => (await shop.mailsTo(email)).map(({ kind }) => kind);

/** Proves the mailbox by a new password, and signs in with it. */
async function takeOver(email: string) {
  await shop.request(`POST ${credentials}/password-reset`, { body: { email } });
  const token = await tokenMailedTo(shop, email, 'reset-password');
  const password = 'Left-hook-22!';
  const set = await shop.request(`POST ${credentials}/password-reset/confirm`, { body: { token, password } });
  expect(set.status).toBe(204);
  const { id: userId } = await db
    .selectFrom('users')
    .select('id')
    .where('email', '=', email)
    .executeTakeFirstOrThrow();
  return shop.signInAs({ userId });
}

describe('who is signed in and pays for themself', () => {
  it('watches at the payment, with an address that nobody has confirmed', async () => {
    const { priceId, watch } = await shop.newTicket();
    const viewer = await shop.newViewer({ confirmed: false });
    expect((await viewer.request(watch)).status).toBe(403);
    const order = await shop.pay(priceId, viewer.email, viewer);
    expect((await viewer.request(watch)).status).toBe(200);
    expect((await checkout(viewer, order.sessionId)).body).toMatchObject({
      access: 'granted',
      canClaim: false,
    });
    const { body } = await viewer.request('GET /api/v1/shop/purchases');
    expect(body.data).toMatchObject([{ id: order.orderId, status: 'paid' }]);
  });

  it('keeps it when the address is confirmed, and when it changes', async () => {
    const { priceId, watch } = await shop.newTicket();
    const viewer = await shop.newViewer({ confirmed: false });
    await shop.pay(priceId, viewer.email, viewer);
    for (const change of [
      { emailVerifiedAt: clock.now().toISOString() },
      { email: `${randomUUID()}@example.test` },
    ])
      await db.updateTable('users').set(change).where('id', '=', viewer.userId).execute();
    expect((await viewer.request(watch)).status).toBe(200);
    expect(await kindsTo(viewer.email)).toEqual(['receipt']);
  });

  it('pays twice for nothing: the second money goes back', async () => {
    const { priceId, watch } = await shop.newTicket();
    const viewer = await shop.newViewer({ confirmed: false });
    const visitor = newBrowser();
    const first = await shop.pay(priceId, viewer.email, viewer);
    const second = await shop.pay(priceId, viewer.email, visitor);
    expect((await claim(newBrowser(viewer, newKey()), second.sessionId)).status).toBe(404);
    expect((await shop.findOrder(second.orderId)).userId).toBeNull();
    expect((await shop.findOrder(first.orderId)).status).toBe('paid');
    expect((await viewer.request(watch)).status).toBe(200);
  });
});

describe('a visitor who has paid', () => {
  async function paidByVisitor() {
    const ticket = await shop.newTicket();
    const headers = newKey();
    const email = `${randomUUID()}@example.test`;
    const order = await shop.pay(ticket.priceId, email, newBrowser(shop, headers));
    const register = async (address = email) => {
      const userId = await insertUser(db, { email: address, emailVerifiedAt: null });
      const device = await shop.signInAs({ userId });
      return { userId, email: address, device, browser: newBrowser(device, headers) };
    };
    return { ...ticket, email, order, register, headers };
  }

  it('watches with the account that they make in that browser, before the address is confirmed', async () => {
    const { order, register, watch, email } = await paidByVisitor();
    const { browser, device } = await register();
    expect((await checkout(browser, order.sessionId)).body).toMatchObject({
      access: 'unclaimed',
      canClaim: true,
    });
    expect((await device.request(watch)).status).toBe(403);
    expect((await claim(browser, order.sessionId)).status).toBe(204);
    expect((await claim(browser, order.sessionId)).status).toBe(204);
    expect((await device.request(watch)).status).toBe(200);
    expect((await checkout(device, order.sessionId)).body.access).toBe('granted');
    expect(await kindsTo(email)).toEqual(['receipt']);
  });

  it.each([
    ['waits in the outbox, and never goes there', []],
    ['has arrived there', ['receipt', 'order-claimed']],
  ])('corrects a mistyped address by the account that they make: the receipt %s', async (_, told) => {
    const { order, register, watch, email } = await paidByVisitor();
    if (told.length > 0)
      await db.updateTable('orders').set({ receiptMailId: null }).where('id', '=', order.orderId).execute();
    const { browser, device, email: right } = await register(`${randomUUID()}@example.test`);
    expect((await checkout(browser, order.sessionId)).body).toMatchObject({
      access: 'other-address',
      canClaim: true,
    });
    expect((await claim(browser, order.sessionId)).status).toBe(204);
    expect((await device.request(watch)).status).toBe(200);
    expect(await kindsTo(email)).toEqual(told);
    expect(await kindsTo(right)).toEqual(['receipt']);
    const owner = await shop.signInAs({
      userId: await insertUser(db, { email, emailVerifiedAt: '2026-01-01T00:00:00Z' }),
    });
    expect((await owner.request(watch)).status).toBe(403);
    expect((await owner.request('GET /api/v1/shop/purchases')).body.total).toBe(0);
  });

  it('loses nothing to a stranger with the link, the address or both', async () => {
    const { order, register, watch } = await paidByVisitor();
    const { device, userId } = await register();
    const stranger = newBrowser(await shop.newViewer(), newKey());
    const sameAddress = newBrowser(device, newKey());
    for (const who of [stranger, sameAddress, device])
      expect((await claim(who, order.sessionId)).status).toBe(404);
    expect((await claim(shop, order.sessionId)).status).toBe(401);
    expect((await device.request(watch)).status).toBe(403);
    expect((await shop.findOrder(order.orderId)).userId).not.toBe(userId);
  });

  it('claims once: of sixty calls of two accounts one account has it', async () => {
    const { order, register, watch } = await paidByVisitor();
    const accounts = [await register(), await register(`${randomUUID()}@example.test`)];
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, call) => claim(accounts[call % 2]?.browser ?? shop, order.sessionId)),
    );
    const statuses = answers.map(({ status }, call) => `${call % 2} ${status}`);
    expect([
      ['0 204', '1 409'],
      ['0 409', '1 204'],
    ]).toContainEqual([...new Set(statuses)].toSorted());
    const watches = await Promise.all(accounts.map(({ device }) => device.request(watch)));
    expect(watches.map(({ status }) => status).toSorted()).toEqual([200, 403]);
  });

  it('cannot claim what the owner of the address has already', async () => {
    const { order, register, watch, email } = await paidByVisitor();
    const owner = await shop.signInAs({
      userId: await insertUser(db, { email, emailVerifiedAt: '2026-01-01T00:00:00Z' }),
    });
    expect((await owner.request(watch)).status).toBe(200);
    const { browser } = await register(`${randomUUID()}@example.test`);
    expect((await checkout(browser, order.sessionId)).body).toMatchObject({
      access: 'other-address',
      canClaim: false,
    });
    expect((await claim(browser, order.sessionId)).status).toBe(409);
    expect((await owner.request(watch)).status).toBe(200);
  });

  it.each(['open', 'expired'] as const)('claims nothing from a page that is %s', async (state) => {
    const headers = newKey();
    const { priceId } = await shop.newTicket();
    const viewer = await shop.newViewer({ confirmed: false });
    const order = await shop.openOrder(priceId, viewer.email, newBrowser(shop, headers));
    if (state === 'expired') await shop.deliver(sessionEvent('expired', order, { created: seconds() }));
    const browser = newBrowser(viewer, headers);
    expect((await checkout(browser, order.sessionId)).body.canClaim).toBe(false);
    expect((await claim(browser, order.sessionId)).status).toBe(409);
  });

  it('gets the money back for what their account has already', async () => {
    const { order, register, priceId } = await paidByVisitor();
    const { browser, device, email } = await register(`${randomUUID()}@example.test`);
    await shop.pay(priceId, email, device);
    expect((await claim(browser, order.sessionId)).status).toBe(204);
    await shop.work();
    expect((await shop.findOrder(order.orderId)).refundedAmount).toBeGreaterThan(0);
  });
});

describe('the one mail of a payment', () => {
  const verification = `${credentials}/email-verification`;
  const password = 'Left-hook-22!';
  const receiptOf = async (email: string) =>
    (await shop.mailsTo(email)).find(({ kind }) => kind === 'receipt')?.text ?? '';
  const linkIn = (text: string) =>
    /\/auth\/verify-email\?token=([^&\s]+)&returnTo=(\S+)/.exec(text)?.slice(1) ?? [];

  it('leads to the block alone when the address is confirmed', async () => {
    const { priceId } = await shop.newTicket();
    const viewer = await shop.newViewer();
    const order = await shop.pay(priceId, viewer.email, viewer);
    const { body } = await checkout(viewer, order.sessionId);
    const text = await receiptOf(viewer.email);
    expect(text).toContain(`/competitions/${body.items[0].eventSlug}/${body.items[0].blockSlug}\n`);
    expect(linkIn(text)).toEqual([]);
  });

  it('confirms the address of an account by its session or its password, once, and leads to the block', async () => {
    const { priceId } = await shop.newTicket();
    const viewer = await shop.newViewer({ confirmed: false });
    await shop.pay(priceId, viewer.email, viewer);
    const [token, returnTo] = linkIn(await receiptOf(viewer.email));
    expect(decodeURIComponent(String(returnTo))).toMatch(/^\/competitions\/.+\/.+/);
    const subject = await viewer.request(`GET ${verification}?token=${token}`);
    expect(subject.body).toEqual({ email: viewer.email, isOwn: true, hasAccount: true });
    const confirm = (who: Caller) => who.request(`POST ${verification}/confirm`, { body: { token } });
    expect((await confirm(shop)).status).toBe(400);
    expect((await confirm(await shop.newViewer())).status).toBe(400);
    expect((await confirm(viewer)).status).toBe(204);
    expect((await confirm(viewer)).status).toBe(400);
    const { emailVerifiedAt } = await db
      .selectFrom('users')
      .select('emailVerifiedAt')
      .where('id', '=', viewer.userId)
      .executeTakeFirstOrThrow();
    expect(emailVerifiedAt).not.toBeNull();
  });

  it('makes a confirmed account for an address without one, which has the ticket, and no other mail comes', async () => {
    const { priceId, watch } = await shop.newTicket();
    const email = `${randomUUID()}@example.test`;
    await shop.pay(priceId, email, newBrowser());
    const [token] = linkIn(await receiptOf(email));
    expect((await shop.request(`GET ${verification}?token=${token}`)).body).toEqual({
      email,
      isOwn: false,
      hasAccount: false,
    });
    const register = (address: string) =>
      shop.request(`POST ${credentials}/register`, {
        body: { email: address, password, firstName: 'Robin', lastName: '-', token },
      });
    expect((await register(`${randomUUID()}@example.test`)).status).toBe(400);
    const answers = await Promise.all(Array.from({ length: 4 }, () => register(email)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 400, 400, 400]);
    expect(await kindsTo(email)).toEqual(['receipt']);
    const user = await db
      .selectFrom('users')
      .selectAll()
      .where('email', '=', email)
      .executeTakeFirstOrThrow();
    expect(user.emailVerifiedAt).not.toBeNull();
    expect((await (await shop.signInAs({ userId: user.id })).request(watch)).status).toBe(200);
  });

  it('confirms the account that the payer has made meanwhile', async () => {
    const { priceId } = await shop.newTicket();
    const email = `${randomUUID()}@example.test`;
    await shop.pay(priceId, email, newBrowser());
    const [token] = linkIn(await receiptOf(email));
    const device = await shop.signInAs({ userId: await insertUser(db, { email, emailVerifiedAt: null }) });
    expect((await device.request(`POST ${verification}/confirm`, { body: { token } })).status).toBe(204);
  });

  it('goes to nobody while the order has left its account, and then to who claims it', async () => {
    const { priceId } = await shop.newTicket();
    const headers = newKey();
    const payer = await shop.newViewer({ confirmed: false });
    const order = await shop.openOrder(priceId, payer.email, newBrowser(payer, headers));
    await takeOver(payer.email);
    await shop.deliver(sessionEvent('completed', order));
    expect(await kindsTo(payer.email)).not.toContain('receipt');
    // Its receipt has no link yet: the provider is not asked again and again.
    const { reconcileAt } = await shop.findOrder(order.orderId);
    expect(Date.parse(String(reconcileAt))).toBeGreaterThan(clock.now().getTime() + 60_000);
    const account = await shop.newViewer();
    expect((await claim(newBrowser(account, headers), order.sessionId)).status).toBe(204);
    expect(await kindsTo(account.email)).toEqual(['receipt']);
  });
});

describe('another mailbox that proves the address later', () => {
  it('watches nothing on the money of the payer, who claims it in their browser', async () => {
    const { priceId, watch } = await shop.newTicket();
    const headers = newKey();
    const payer = await shop.newViewer({ confirmed: false });
    const order = await shop.pay(priceId, payer.email, newBrowser(payer, headers));
    const owner = await takeOver(payer.email);
    expect((await owner.request(watch)).status).toBe(403);
    expect((await owner.request('GET /api/v1/shop/purchases')).body.total).toBe(0);
    expect((await checkout(owner, order.sessionId)).status).toBe(404);
    expect(await kindsTo(payer.email)).toContain('ticket-left');
    expect((await payer.request(watch)).status).toBe(401);

    const account = await shop.newViewer({ confirmed: false });
    const browser = newBrowser(account, headers);
    expect((await checkout(browser, order.sessionId)).body).toMatchObject({
      access: 'other-address',
      canClaim: true,
    });
    expect((await claim(browser, order.sessionId)).status).toBe(204);
    expect((await account.request(watch)).status).toBe(200);
    expect((await owner.request(watch)).status).toBe(403);
  });

  it('may be the payer, who has forgotten the password: in the browser that paid it is theirs again', async () => {
    const { priceId, watch } = await shop.newTicket();
    const headers = newKey();
    const payer = await shop.newViewer({ confirmed: false });
    const order = await shop.pay(priceId, payer.email, newBrowser(payer, headers));
    const again = newBrowser(await takeOver(payer.email), headers);
    expect((await checkout(again, order.sessionId)).body).toMatchObject({
      access: 'unclaimed',
      canClaim: true,
    });
    expect((await claim(again, order.sessionId)).status).toBe(204);
    expect((await again.request(watch)).status).toBe(200);
  });

  it('is not given the payment page that is open, and what is paid there later opens nothing for it', async () => {
    const { priceId, watch } = await shop.newTicket();
    const headers = newKey();
    const payer = await shop.newViewer({ confirmed: false });
    const order = await shop.openOrder(priceId, payer.email, newBrowser(payer, headers));
    const owner = await takeOver(payer.email);
    const { body } = await shop.buy(priceId, payer.email, owner);
    expect(body.redirectUrl).not.toContain(order.sessionId);
    await shop.deliver(sessionEvent('completed', order));
    expect((await owner.request(watch)).status).toBe(403);
    expect(await shop.findOrder(order.orderId)).toMatchObject({ status: 'paid', userId: null });
    const account = newBrowser(await shop.newViewer(), headers);
    expect((await claim(account, order.sessionId)).status).toBe(204);
    expect((await account.request(watch)).status).toBe(200);
  });

  it('keeps what others have paid for its address', async () => {
    const { priceId, watch } = await shop.newTicket();
    const squatter = await shop.newViewer({ confirmed: false });
    await shop.pay(priceId, squatter.email, newBrowser());
    const owner = await takeOver(squatter.email);
    expect((await owner.request(watch)).status).toBe(200);
  });

  it('pays for itself beside it, and neither is refunded', async () => {
    const { priceId, watch } = await shop.newTicket();
    const payer = await shop.newViewer({ confirmed: false });
    const left = await shop.pay(priceId, payer.email, newBrowser(payer, newKey()));
    const owner = await takeOver(payer.email);
    await shop.pay(priceId, payer.email, owner);
    await shop.work();
    expect((await owner.request(watch)).status).toBe(200);
    expect((await shop.findOrder(left.orderId)).refundedAmount).toBe(0);
  });

  it('leaves no payer with nothing: what nobody claims goes back after some days, once', async () => {
    const { priceId } = await shop.newTicket();
    const payer = await shop.newViewer({ confirmed: false });
    const order = await shop.pay(priceId, payer.email, newBrowser(payer, newKey()));
    await takeOver(payer.email);
    await shop.work();
    expect((await shop.findOrder(order.orderId)).refundedAmount).toBe(0);
    const leftAt = new Date(clock.now().getTime() - claimDays * dayMs - 1_000).toISOString();
    await db.updateTable('orders').set({ leftAt }).where('id', '=', order.orderId).execute();
    await Promise.all([shop.workOnce(), shop.workOnce(), shop.workOnce()]);
    await shop.work();
    expect(await shop.findOrder(order.orderId)).toMatchObject({ refundedAmount: 1499, userId: null });
    const requests = await db
      .selectFrom('refundRequests')
      .select('id')
      .where('orderId', '=', order.orderId)
      .execute();
    expect(requests).toHaveLength(1);
  });

  it('stops a purchase of the account that is on its way', async () => {
    const { priceId } = await shop.newTicket();
    const payer = await shop.newViewer({ confirmed: false });
    const calls = Array.from({ length: 20 }, () => shop.buy(priceId, payer.email, payer));
    const owner = takeOver(payer.email);
    await Promise.all([...calls, owner]);
    const orders = await db.selectFrom('orders').selectAll().where('email', '=', payer.email).execute();
    for (const { userId, isOpen } of orders) expect([userId, isOpen]).toEqual([null, false]);
  });
});
