import type { SignedInUser } from '../../contract/security.ts';
import type { Db } from '../../db/database.ts';
import { findConfirmedOwners } from '../../events/accesses/waiting-access.repository.ts';
import { problem } from '../../http/problems.ts';
import { type PaymentProvider, ProviderAway, ProviderRefusal } from '../payment-provider.ts';
import {
  closeOrder,
  deleteUnopenedOrder,
  findOpenOrder,
  holdCaller,
  holdItems,
  holdUserOf,
  insertOpenOrder,
  type NewOrder,
  type OpenOrder,
  storeCheckout,
} from './buying.repository.ts';
import { isSame, isUsable } from './buying.rules.ts';
import type { SoldItem } from './sold-items.repository.ts';

/** Each try waits for a transaction of another call, so that more than a few never happen. */
const tries = 5;

interface Deps {
  db: Db;
  provider: PaymentProvider;
  now: () => Date;
}

/**
 * The payment page of this opener for this address and price. Two tabs and parallel calls get the same one: the database
 * allows one open order, and the provider one session for each order. A page that opens something else than what is
 * offered now is replaced.
 * @param mine see opener.ts.
 * @param caller who pays for the own address owns the order, confirmed or not.
 * @returns its address, and false when it was open already.
 * @throws ProviderAway, ProviderRefusal, `not-found` if an item has been deleted in the meantime
 */
export async function openCheckout(
  { db, provider, now }: Deps,
  order: Omit<NewOrder, 'userId'>,
  { items, mine, caller }: { items: SoldItem[]; mine: string[]; caller: SignedInUser | undefined },
): Promise<{ url: string; isNew: boolean }> {
  for (let tried = 0; tried < tries; tried++) {
    const known = await findOpenOrder(db, order, mine);
    const isWanted =
      known !== undefined &&
      isUsable(known, now()) &&
      isSame(known.items, items) &&
      hasSameTerms(known, order);
    // undefined: another call has stored one in between.
    const open = isWanted
      ? known
      : await db
          .transaction()
          .execute((trx) => storeOrder(trx, order, { items, replaced: known?.id, caller }));
    if (open)
      return {
        url: open.url ?? (await createFirstPage({ db, provider }, open)),
        isNew: open.id !== known?.id,
      };
  }
  throw new ProviderAway('too many orders at once');
}

/** What the provider refuses leaves no order: nobody has ever had a page of it. */
async function createFirstPage(deps: Pick<Deps, 'db' | 'provider'>, order: OpenOrder): Promise<string> {
  try {
    return await createPage(deps, order);
  } catch (error) {
    if (error instanceof ProviderRefusal) await deleteUnopenedOrder(deps.db, order.id);
    throw error;
  }
}

/** A page with another promotion code, or without one, shows another amount; it may also offer slow methods. */
function hasSameTerms({ checkout }: OpenOrder, wanted: Pick<NewOrder, 'checkout'>): boolean {
  const isAsFast = checkout.isFast === true || !wanted.checkout.isFast;
  return isAsFast && checkout.promotion?.id === wanted.checkout.promotion?.id;
}

/**
 * Who pays for the own address gets the order at once, and so does the account that has confirmed the address; a
 * confirmation at this moment waits.
 */
async function storeOrder(
  trx: Db,
  order: Omit<NewOrder, 'userId'>,
  {
    items,
    replaced,
    caller,
  }: { items: SoldItem[]; replaced: string | undefined; caller: SignedInUser | undefined },
) {
  const isOwn = caller !== undefined && caller.email === order.email;
  // Another person may have proved the address since the call began.
  if (isOwn && !(await holdCaller(trx, caller)))
    throw problem('conflict', { detail: 'Your sign-in has ended. Sign in again. Nothing was paid.' });
  if (!isOwn) await holdUserOf(trx, order.email);
  const owners = await findConfirmedOwners(trx, [order.email]);
  if (!(await holdItems(trx, items))) throw problem('not-found');
  // After it, because a confirmation that it waits for changes the orders of the address.
  if (replaced !== undefined) await closeOrder(trx, replaced);
  const userId = isOwn ? caller.userId : (owners.get(order.email) ?? null);
  return insertOpenOrder(trx, { ...order, userId }, items);
}

/**
 * Creates the page of an order that has none yet. Every call says the same, so the provider creates one. A server with
 * another setting for the tax may create a second one, which nobody gets.
 */
export async function createPage(
  { db, provider }: Pick<Deps, 'db' | 'provider'>,
  { id, priceId, priceCurrency, email, createdAt, checkout }: OpenOrder,
): Promise<string> {
  const { successUrl, cancelUrl, promotion, isFast = false } = checkout;
  const session = await provider.createCheckout({
    orderId: id,
    priceId,
    currency: priceCurrency,
    email,
    createdAt,
    successUrl,
    cancelUrl,
    promotionCodeId: promotion?.id,
    isFast,
  });
  const url = await storeCheckout(db, id, session);
  if (url === undefined) throw new ProviderAway('the order is gone');
  return url;
}
