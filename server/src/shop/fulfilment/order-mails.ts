/**
 * The mails of an order: its receipt while it is paid, and one about its refund in full.
 * The receipt waits up to 30 seconds in the outbox for its link, which the message of a payment does not have: the
 * provider is asked at once, and its answer is written into the waiting mail. While the provider is slow, the mail
 * goes without the link; My tickets has it.
 */
import type { Db } from '../../db/database.ts';
import { issueAddressToken } from '../../identity/accounts/mail-tokens.ts';
import { enqueueNotice } from '../../mail/enqueue-mail.ts';
import { deleteWaitingMail, replaceWaitingMail } from '../../mail/outbox.repository.ts';
import {
  grantedBeforeMail,
  heldTicketMail,
  type PaidOrder,
  paidTwiceMail,
  receiptMail,
  refundedMail,
  refundFailedMail,
  refundFailedNotice,
  ticketTakenBackMail,
} from '../../mail/templates/shop-mails.ts';
import { nameOf, pageOf, paidInWords } from '../currency.rules.ts';
import type { OrderItem } from '../shop.tables.ts';
import { endsWithCompensation, isGivenBack, type OrderFacts, type OrderOutcome } from './facts.rules.ts';
import { type FulfilledOrder, findSupportAddress, wasToldOfSame } from './fulfilment.repository.ts';

/** How long the receipt waits for its link. */
const receiptWaitMs = 30_000;

const dayMs = 24 * 3_600_000;

/** What the server says when it takes an order back by itself. */
const uselessMails = {
  refunded: paidTwiceMail,
  granted: grantedBeforeMail,
  held: heldTicketMail,
  'taken-back': ticketTakenBackMail,
};
export type Useless = keyof typeof uselessMails;

interface News {
  /** Its payment has arrived, and nobody has been told. */
  isNew: boolean;
  /** Why the server takes it back: the buyer has paid for nothing, or may not have it for nothing. */
  useless: Useless | undefined;
  lacksReceipt: boolean;
  facts: OrderFacts;
  outcome: OrderOutcome;
  /** What it opens. */
  items: OrderItem[];
  /** All that was ordered. */
  ordered: OrderItem[];
  now: Date;
}

export interface SentMails {
  /** The receipt that waits for its link. */
  receiptMailId: string | null;
  receiptQueuedAt: string | null;
  refundMailedAt: string | null;
  /** Whether a mail is to be sent. */
  hasMail: boolean;
}

export async function sendMails(trx: Db, order: FulfilledOrder, news: News): Promise<SentMails> {
  const receipt =
    news.outcome.status === 'paid'
      ? await sendReceipt(trx, order, news)
      : await takeReceiptBack(trx, order, news);
  const refund = await sendRefundMail(trx, order, news);
  return { ...receipt, ...refund, hasMail: receipt.hasMail || refund.hasMail };
}

type Receipt = Omit<SentMails, 'refundMailedAt'>;

/**
 * The message of a payment has no link to the receipt, which the provider is asked for at once. The mail waits for it, but
 * not for long.
 */
async function sendReceipt(trx: Db, order: FulfilledOrder, news: News): Promise<Receipt> {
  const { isNew, lacksReceipt, now } = news;
  const { recipient, receiptMailId, receiptUrl } = order;
  // Who claims it gets it.
  if (order.leftAt !== null) return { receiptQueuedAt: order.receiptQueuedAt, receiptMailId, hasMail: false };
  const receiptQueuedAt = order.receiptQueuedAt ?? now.toISOString();
  if (recipient === null) return { receiptQueuedAt, receiptMailId: null, hasMail: false };
  if (isNew) {
    const id = await enqueueNotice(
      trx,
      recipient,
      receiptMail({ ...(await about(trx, order, news)), token: await proofOf(trx, order, now) }),
      lacksReceipt ? receiptWaitMs : 0,
    );
    return { receiptQueuedAt, receiptMailId: lacksReceipt ? id : null, hasMail: true };
  }
  if (receiptMailId === null || receiptUrl === null)
    return { receiptQueuedAt, receiptMailId, hasMail: false };
  const paid = { ...(await about(trx, order, news)), token: await proofOf(trx, order, now) };
  await replaceWaitingMail(trx, receiptMailId, receiptMail(paid));
  return { receiptQueuedAt, receiptMailId: null, hasMail: true };
}

/** For the link that confirms the address, or makes its account; null: nothing is left to prove. */
export async function proofOf(
  trx: Db,
  { recipient, isConfirmed }: Pick<FulfilledOrder, 'recipient' | 'isConfirmed'>,
  now: Date,
): Promise<string | null> {
  return recipient === null || isConfirmed ? null : issueAddressToken(trx, { email: recipient, now });
}

/** Nobody thanks for a payment that is not there any more: a receipt that still waits for its link is not sent. */
async function takeReceiptBack(
  trx: Db,
  order: FulfilledOrder,
  { isNew, useless, now }: News,
): Promise<Receipt> {
  const { receiptMailId, receiptQueuedAt } = order;
  const isBack = receiptMailId !== null && (await deleteWaitingMail(trx, receiptMailId));
  const isTold = isNew && useless !== undefined;
  return {
    receiptMailId: null,
    receiptQueuedAt: isTold ? now.toISOString() : isBack ? null : receiptQueuedAt,
    hasMail: false,
  };
}

/** One for each refund in full. What we have asked for is not certain before the provider has accepted it, except our own word. */
async function sendRefundMail(
  trx: Db,
  order: FulfilledOrder,
  news: News,
): Promise<Pick<SentMails, 'refundMailedAt' | 'hasMail'>> {
  const { useless, facts, outcome, now } = news;
  const { refundMailedAt, recipient } = order;
  const isOpen = outcome.status === 'paid';
  const isTold = isOpen && endsWithCompensation(facts);
  const isBack = (isOpen || outcome.status === 'refunded') && isGivenBack(facts) && !isTold;
  const isDue = useless !== undefined || isBack;
  // Told before, and it did not arrive.
  if (isOpen && refundMailedAt !== null && outcome.refundedAmount < (outcome.amount ?? 0))
    return { refundMailedAt: null, hasMail: await sendFailure(trx, order, news) };
  if (!isDue || refundMailedAt !== null) return { refundMailedAt, hasMail: false };
  // Free tickets cost a stranger nothing: they must not flood the address.
  const isFree = useless === 'held' || useless === 'taken-back';
  if (isFree && (await wasToldOfSame(trx, order.id, new Date(now.getTime() - dayMs))))
    return { refundMailedAt, hasMail: false };
  if (recipient !== null) {
    const paid = await about(trx, order, news);
    const mail = useless ? uselessMails[useless](paid) : refundedMail({ ...paid, isOpen });
    await enqueueNotice(trx, recipient, mail);
  }
  return { refundMailedAt: now.toISOString(), hasMail: recipient !== null };
}

/** The buyer waits for the money, and the organiser has to find another way. */
async function sendFailure(trx: Db, order: FulfilledOrder, news: News): Promise<boolean> {
  const { recipient } = order;
  const supportEmail = await findSupportAddress(trx);
  const paid = { ...(await about(trx, order, news)), supportEmail };
  if (recipient !== null) await enqueueNotice(trx, recipient, refundFailedMail(paid));
  if (supportEmail !== null) await enqueueNotice(trx, supportEmail, refundFailedNotice(paid, recipient));
  return recipient !== null || supportEmail !== null;
}

async function about(trx: Db, order: FulfilledOrder, { outcome, items, ordered }: News): Promise<PaidOrder> {
  const isThere = ({ eventId, blockId }: OrderItem) =>
    items.some((item) => item.eventId === eventId && item.blockId === blockId);
  const goneItems = ordered.filter((item) => !isThere(item)).map(nameOf);
  return {
    origin: order.origin,
    ...paidInWords(outcome),
    orderId: order.id,
    goneItems,
    items: ordered.map(nameOf),
    supportEmail: goneItems.length > 0 ? await findSupportAddress(trx) : null,
    page: items[0] ? pageOf(items[0]) : null,
    receiptUrl: order.receiptUrl,
  };
}
