/** When something is on sale, and how long a payment page serves an order. */
import type { OrderState } from '../shop.tables.ts';

const [second, minute] = [1_000, 60_000];

/** The provider allows 30 minutes to 24 hours. */
const pageMs = 60 * minute;
/** A page that could not be created until then is given up: its key would ask for one that ends too soon. */
const creationMs = 25 * minute;
/** Enough to type in a card. */
const leastLeftMs = 5 * minute;

/** In seconds. It depends on the order alone, because a repeated call must say the same. */
export function expiryOf(createdAt: string): number {
  return Math.floor((Date.parse(createdAt) + pageMs) / second);
}

/** Whether the payment page of an order may be given to a buyer once more, or still be created. */
export function isUsable({ createdAt, url }: { createdAt: string; url: string | null }, now: Date): boolean {
  const age = now.getTime() - Date.parse(createdAt);
  return age < (url === null ? creationMs : pageMs - leastLeftMs);
}

/** The payment page of an order that is older has ended. */
export function endedPagesBefore(now: Date): Date {
  return new Date(now.getTime() - pageMs);
}

/** The provider replaces the name in braces, which must not be escaped. */
export function checkoutUrls({ successUrl, cancelUrl }: { successUrl: string; cancelUrl: string }) {
  const [, start = '', hash = ''] = /^([^#]*)(#.*)?$/s.exec(successUrl) ?? [];
  const separator = start.includes('?') ? '&' : '?';
  return {
    success_url: `${start}${separator}checkoutId={CHECKOUT_SESSION_ID}${hash}`,
    cancel_url: cancelUrl,
  };
}

/** For so long who paid may claim what has left their account; then the money goes back. */
export const claimDays = 7;

export const takenByAnother =
  'This belongs to another account. Sign in with the address that it was bought for.';

/** Whether an order that belongs to no account can be given to one. */
export function isClaimable({ status }: { status: OrderState }): boolean {
  return status === 'paid' || status === 'processing' || status === 'disputed';
}

interface Sale {
  saleStartDate: string | null;
  saleEndDate: string | null;
}

export function saleState(
  { saleStartDate, saleEndDate }: Sale,
  now: Date,
): 'not-on-sale' | 'sale-ended' | 'on-sale' {
  if (saleStartDate !== null && now.getTime() < Date.parse(saleStartDate)) return 'not-on-sale';
  if (saleEndDate !== null && now.getTime() >= Date.parse(saleEndDate)) return 'sale-ended';
  return 'on-sale';
}

/** A bank debit takes up to two weeks to arrive. */
const slowPaymentMs = 14 * 24 * 60 * minute;

/** A night may run on so long after its planned end. */
const overrunMs = 12 * 60 * minute;

/** Whether money that takes days could come after the beginning. What is over is a replay, which can wait. */
export function beginsSoon(items: Array<{ startDate: string; endDate: string }>, now: Date): boolean {
  return items.some(
    ({ startDate, endDate }) =>
      Date.parse(startDate) - now.getTime() < slowPaymentMs &&
      Date.parse(endDate) + overrunMs > now.getTime(),
  );
}

interface Item {
  eventId: string;
  blockId: string | null;
  /** When it begins, or its access; null: not known, or no access. */
  startDate?: string | null;
}

/**
 * Whether these accesses open all of it: an access to an event opens its blocks. One that starts later counts only for what
 * begins later too.
 */
export function covers(held: Item[], items: Item[], now: Date): boolean {
  return items.every((item) =>
    held.some(
      (one) =>
        one.eventId === item.eventId &&
        (one.blockId === null || one.blockId === item.blockId) &&
        opensInTime(one, item, now),
    ),
  );
}

function opensInTime(held: Item, { startDate }: Item, now: Date): boolean {
  const needed = startDate ? Math.max(now.getTime(), Date.parse(startDate)) : now.getTime();
  return !held.startDate || Date.parse(held.startDate) <= needed;
}

export function isSame(some: Item[], others: Item[]): boolean {
  const ids = (items: Item[]) => items.map(({ eventId, blockId }) => `${eventId} ${blockId}`).toSorted();
  return ids(some).join() === ids(others).join();
}

/** Minutes after the order: a lost webhook is noticed soon. */
const reconcileMinutes = [2, 5, 10, 20, 40, 65];
const processingMs = 6 * 60 * minute;

/** When to ask the provider again; null: there is nothing to ask for. */
export function nextReconcile(
  { status, createdAt, lacksReceipt }: { status: string; createdAt: string; lacksReceipt: boolean },
  now: Date,
): string | null {
  if (status === 'processing') return new Date(now.getTime() + processingMs).toISOString();
  if (status !== 'pending' && !lacksReceipt) return null;
  const times = reconcileMinutes.map((minutes) => Date.parse(createdAt) + minutes * minute);
  const next = times.find((time) => time > now.getTime());
  return next === undefined ? null : new Date(next).toISOString();
}

const refundDelays = [10, 30, 60, 300, 600, 1_800].map((seconds) => seconds * second);

/** @param attempts the number of attempts, including this one. @returns milliseconds. */
export function refundDelay(attempts: number): number {
  return refundDelays[attempts - 1] ?? 60 * minute;
}

/** The last ones come once an hour: about a week. */
const mostAttempts = 170;

/**
 * Whether a refund that the provider refuses has failed. An organiser sees that and can repeat it. Nobody waits for an
 * automatic one, so it is repeated: the balance may be too low today, or a dispute be open.
 */
export function isFinalRefusal(refund: { reason: string; code: string; attempts: number }): boolean {
  if (refund.reason !== 'automatic' || refund.code === 'charge_already_refunded') return true;
  return refund.attempts >= mostAttempts;
}
