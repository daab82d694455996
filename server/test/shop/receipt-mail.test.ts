/** One mail for each payment, with the link to the receipt where the provider tells it in time. */
import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { claimMail, markMailSent } from '../../src/mail/outbox.repository.ts';
import { disputeEvent, refundEvent, seconds, sessionEvent } from './provider-events.ts';
import { startShop } from './shop.ts';

const shop = await startShop();
const { db } = shop;
const link = 'https://pay.example/receipt';

/** A payment of which only the webhook has come; the provider knows the receipt as soon as it is asked. */
async function payment() {
  const { email } = await shop.newViewer();
  const order = await shop.openOrder((await shop.newTicket()).priceId, email);
  shop.provider.facts.set(order.sessionId, [
    {
      kind: 'session',
      id: order.sessionId,
      orderId: order.orderId,
      paymentIntent: order.intent,
      state: 'paid',
      amount: 1499,
      currency: 'eur',
      subtotal: 1499,
      asOf: seconds(),
      receiptUrl: link,
    },
  ]);
  return { ...order, email, paid: sessionEvent('completed', order) };
}

const mailsTo = async (email: string) =>
  db.selectFrom('outboxMails').selectAll().where('recipient', '=', email).execute();
/** It has 30 seconds; one that does not wait is due when it is written. */
const waits = ({ dueAt, createdAt }: { dueAt: string; createdAt: string }) =>
  Date.parse(dueAt) - Date.parse(createdAt) >= 30_000;

it('waits for the link, and goes with it as soon as it is known', async () => {
  const { email, paid } = await payment();
  await shop.deliver(paid);
  const [before] = await mailsTo(email);
  expect([before?.kind, before && waits(before), before?.text?.includes(link)]).toEqual([
    'receipt',
    true,
    false,
  ]);
  await shop.work();
  const mails = await mailsTo(email);
  expect(mails).toMatchObject([{ id: before?.id, kind: 'receipt', text: expect.stringContaining(link) }]);
  expect(mails[0]?.html).toContain(link);
  expect(Date.parse(String(mails[0]?.dueAt))).toBeLessThan(Date.parse(String(before?.dueAt)));
});

it('goes without the link while the provider is away, and not a second time afterwards', async () => {
  const { email, paid, orderId } = await payment();
  await shop.deliver(paid);
  shop.provider.isAway = true;
  await shop.work();
  shop.provider.isAway = false;
  await db
    .updateTable('outboxMails')
    .set({ dueAt: '2026-01-01T00:00:00Z' })
    .where('recipient', '=', email)
    .execute();
  const sent = await claimMail(db, 60_000);
  expect([sent?.recipient, sent?.text.includes(link)]).toEqual([email, false]);
  // The link arrives while the mail server has the mail, and once more afterwards.
  shop.clock.advance(125_000);
  await shop.work();
  shop.clock.reset();
  expect((await shop.findOrder(orderId)).receiptUrl).toBe(link);
  expect(await mailsTo(email)).toMatchObject([{ text: expect.not.stringContaining(link), attempts: 1 }]);
  await markMailSent(db, String(sent?.id));
  await shop.deliver({ ...paid, id: `${paid.id}_again` });
  expect(await mailsTo(email)).toMatchObject([{ outcome: 'sent', text: null }]);
});

it('goes at once with the link when the provider was asked before its message came', async () => {
  const { email, paid } = await payment();
  shop.clock.advance(125_000);
  await shop.work();
  shop.clock.reset();
  await shop.deliver(paid);
  const mails = await mailsTo(email);
  expect(mails.map((mail) => [waits(mail), mail.text?.includes(link)])).toEqual([[false, true]]);
});

describe('what is given back', () => {
  const refund = ({ intent }: { intent: string }, status: string, amount = 1499) =>
    refundEvent('updated', { id: `re_${intent}`, intent, amount, status }, seconds() + ++step);
  const dispute = ({ intent }: { intent: string }, status: string) =>
    disputeEvent('updated', { id: `dp_${intent}`, intent, amount: 1499, status }, seconds() + ++step);
  const kinds = async (email: string) => (await mailsTo(email)).map(({ kind }) => kind);
  let step = 0;

  it('before its payment arrives has the mail about the refund alone, at once', async () => {
    const order = await payment();
    await shop.deliver(refund(order, 'succeeded'));
    await shop.deliver(order.paid);
    const [mail, ...more] = await mailsTo(order.email);
    expect([mail?.kind, mail && waits(mail), more]).toEqual(['refunded', false, []]);
    expect(mail?.text).toContain('You get EUR 14.99 back');
    // Also of one that was read at the provider, and of a message that is repeated.
    await shop.deliver({ ...order.paid, id: `${order.paid.id}_again` });
    await shop.deliver(refund(order, 'succeeded'));
    expect(await kinds(order.email)).toEqual(['refunded']);
  });

  it('later has one mail, and the receipt only if that has gone already', async () => {
    const [early, late] = [await payment(), await payment()];
    await shop.deliver(late.paid);
    await shop.work();
    await db.updateTable('outboxMails').set({ attempts: 1 }).where('recipient', '=', late.email).execute();
    await shop.deliver(early.paid);
    for (const order of [early, late]) {
      await shop.deliver(refund(order, 'pending'));
      await shop.deliver(refund(order, 'succeeded'));
    }
    expect([await kinds(early.email), (await kinds(late.email)).toSorted()]).toEqual([
      ['refunded'],
      ['receipt', 'refunded'],
    ]);
  });

  it('in part changes nothing', async () => {
    const order = await payment();
    await shop.deliver(refund(order, 'succeeded', 1498));
    await shop.deliver(order.paid);
    expect(await kinds(order.email)).toEqual(['receipt']);
  });

  it('by an organiser has its mail when the provider has accepted it, not when it refuses', async () => {
    const organiser = await shop.signInAs({ scopes: ['order:refund'] });
    const order = await payment();
    await shop.deliver(order.paid);
    const ask = async () => {
      const { body: before } = await organiser.request(`GET /api/v1/shop/orders/${order.orderId}`);
      const body = { key: randomUUID(), refundedAmount: before.refundedAmount ?? 0, reason: 'requested' };
      await organiser.request(`POST /api/v1/shop/orders/${order.orderId}/refunds`, { body });
    };
    shop.provider.refusesRefunds = true;
    await ask();
    expect(await kinds(order.email)).toEqual([]);
    await shop.work();
    shop.provider.refusesRefunds = false;
    expect(await kinds(order.email)).toEqual(['receipt']);
    await ask();
    await shop.work();
    expect((await kinds(order.email)).toSorted()).toContain('refunded');
  });

  it('never was: the receipt of a disputed payment goes when the dispute is won, once', async () => {
    const order = await payment();
    await shop.deliver(dispute(order, 'needs_response'));
    await shop.deliver(order.paid);
    expect(await kinds(order.email)).toEqual([]);
    await shop.deliver(dispute(order, 'won'));
    await shop.deliver(dispute(order, 'won'));
    expect(await kinds(order.email)).toEqual(['receipt']);
  });
});
