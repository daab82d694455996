/** Makes the orders again that a restored backup does not know, of what the payment provider knows. */
import type { Db } from '../../db/database.ts';
import { findConfirmedOwners } from '../../events/accesses/waiting-access.repository.ts';
import { holdItems, holdUserOf, insertOpenOrder } from '../buying/buying.repository.ts';
import { listPricedItems } from '../buying/sold-items.repository.ts';
import type { OwnSession, PaymentProvider } from '../payment-provider.ts';
import { takeFact } from './fulfil.ts';

/** The paid sessions since then whose order is not here. */
export async function listLostOrders(db: Db, provider: PaymentProvider, since: Date): Promise<OwnSession[]> {
  const lost: OwnSession[] = [];
  for await (const session of provider.listOwnSessions(since)) {
    const order = await db
      .selectFrom('orders')
      .select('id')
      .where('id', '=', session.fact.orderId)
      .executeTakeFirst();
    if (order === undefined) lost.push(session);
  }
  return lost;
}

/** Accesses, refunds, disputes and the receipt follow from the facts. @returns false when nothing here has its price. */
export async function rebuildOrder(
  { db, provider, now }: { db: Db; provider: PaymentProvider; now: Date },
  { fact, email, priceId, price, createdAt, successUrl, cancelUrl }: OwnSession,
): Promise<boolean> {
  const items = await listPricedItems(db, [priceId]);
  if (items.length === 0 || email === '') return false;
  const facts = await provider.readOrder(fact.id);
  const isStored = await db.transaction().execute(async (trx) => {
    await holdUserOf(trx, email);
    const owners = await findConfirmedOwners(trx, [email]);
    if (!(await holdItems(trx, items))) return false;
    const order = {
      id: fact.orderId,
      sessionId: fact.id,
      isOpen: false,
      email,
      userId: owners.get(email) ?? null,
      opener: null,
      openerKey: null,
      priceId,
      priceAmount: price?.amount ?? null,
      priceCurrency: price?.currency ?? null,
      checkout: { successUrl, cancelUrl, origin: new URL(successUrl).origin },
      createdAt,
      reconcileAt: null,
    };
    return (await insertOpenOrder(trx, order, items)) !== undefined;
  });
  if (!isStored) return false;
  for (const each of facts) await db.transaction().execute((trx) => takeFact(trx, each, now));
  return true;
}
