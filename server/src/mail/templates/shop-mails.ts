/** The mails of the shop. They contain names of events, which organisers write; everything is escaped. */
import { addresses } from './addresses.ts';
import { composeMail, type Mail } from './layout.ts';

/** A receipt is still useful after the mail server was down for days. */
const usefulMs = 30 * 86_400_000;

export interface PaidOrder {
  origin: string;
  /** `EUR 14.99`. */
  amount: string;
  /** What a promotion code took off; null: none was used. */
  discount: string | null;
  isFree: boolean;
  orderId: string;
  /** What was bought, one line each. */
  items: string[];
  /** Those of them that were deleted before the payment. */
  goneItems: string[];
  /** Where buyers ask; null: the organiser has told nobody. */
  supportEmail: string | null;
  /** The path of the page where it is watched; null: it no longer exists. */
  page: string | null;
  /** The receipt at the payment provider, if it is known already. */
  receiptUrl: string | null;
}

/** @param token confirms the address, or makes its account; null: its account has confirmed it. */
export function receiptMail({ token, ...order }: PaidOrder & { token: string | null }): Mail {
  const { origin, amount, discount, isFree, orderId, items, goneItems, page, receiptUrl } = order;
  const watch = { label: 'Watch here', url: `${origin}${page ?? '/'}` };
  const back = encodeURIComponent(page ?? '/account/tickets');
  return composeMail({
    kind: 'receipt',
    subject: 'Your receipt',
    paragraphs: [
      isFree
        ? `Thank you. You had nothing to pay for: ${items.join('; ')}.`
        : `Thank you. You have paid ${amount} for: ${items.join('; ')}.`,
      ...(discount === null ? [] : [`Your promotion code took off ${discount}.`]),
      ...(goneItems.length === 0 ? [] : [goneLine(order)]),
      token === null
        ? 'To watch, sign in with this e-mail address.'
        : 'Confirm that this address is yours, and you can watch on every device. Without an account you choose a password there. The link works once, for 48 hours.',
      `The number of your order is ${orderId}.`,
      ...(receiptUrl === null ? [] : [`The receipt of the payment provider: ${receiptUrl}`]),
    ],
    action:
      token === null
        ? watch
        : { label: 'Confirm this address', url: `${addresses.verifyEmail(origin, token)}&returnTo=${back}` },
    links: token === null ? [] : [watch],
    usefulMs,
  });
}

function goneLine({ goneItems, supportEmail, isFree }: PaidOrder): string {
  const asking = supportEmail === null ? 'tell the organiser' : `write to ${supportEmail} and name`;
  return [
    `We are sorry: this was deleted while you paid: ${goneItems.join('; ')}. The rest is open to you.`,
    ...(isFree ? [] : [`To get money back for it, ${asking} the number of your order.`]),
  ].join(' ');
}

export function paidTwiceMail({ origin, amount, orderId }: PaidOrder): Mail {
  return composeMail({
    kind: 'paid-twice',
    subject: 'You get your money back',
    paragraphs: [
      `You have paid ${amount} for something that you have already, or that no longer exists. We give you all of it back. Depending on your bank, that takes 5 to 10 days.`,
      'You need to do nothing. What you have bought before stays yours.',
      `The number of the order is ${orderId}.`,
    ],
    action: { label: 'Open Ringside', url: origin },
    usefulMs,
  });
}

/** A buyer who was not signed in could not be told before the payment. */
export function grantedBeforeMail({ origin, amount, orderId, items }: PaidOrder): Mail {
  return composeMail({
    kind: 'granted-before',
    subject: 'You get your money back: you had access already',
    paragraphs: [
      `${amount} was paid for ${items.join('; ')} with your address. You did not need to pay: an organiser had given you access before, without an end. We give all of it back. Depending on your bank, that takes 5 to 10 days.`,
      'You need to do nothing. Your access stays. Sign in before you buy, and we tell you what you have already.',
      `The number of the order is ${orderId}.`,
    ],
    action: { label: 'Open Ringside', url: origin },
    usefulMs,
  });
}

interface MovedOrder extends FreeTicket {
  supportEmail: string | null;
}

/** To the address that an order was moved from; the other address is nothing of theirs. */
export function orderLeftMail({ origin, orderId, items, supportEmail }: MovedOrder): Mail {
  const asking = supportEmail === null ? 'tell the organiser' : `write to ${supportEmail}`;
  return composeMail({
    kind: 'order-left',
    subject: 'Your order was moved to another address',
    paragraphs: [
      `The organiser has moved your order for ${items.join('; ')} to another e-mail address. It opens nothing here any more.`,
      `If you have bought it and do not know why, ${asking}, and name the number of the order: ${orderId}.`,
    ],
    action: { label: 'Open Ringside', url: origin },
    usefulMs,
  });
}

export function orderArrivedMail({ origin, orderId, items }: MovedOrder): Mail {
  return composeMail({
    kind: 'order-arrived',
    subject: 'Your order is here now',
    paragraphs: [
      `The organiser has moved an order for ${items.join('; ')} to your e-mail address.`,
      'To watch, sign in with this e-mail address. If you have no account yet, register with it and confirm it; your access is waiting.',
      `The number of your order is ${orderId}.`,
    ],
    action: { label: 'Open Ringside', url: origin },
    usefulMs,
  });
}

/** To the address of an order that who paid has claimed for an account with another one. */
export function orderClaimedMail({ origin, orderId, items, supportEmail }: MovedOrder): Mail {
  const asking = supportEmail === null ? 'tell the organiser' : `write to ${supportEmail}`;
  return composeMail({
    kind: 'order-claimed',
    subject: 'A ticket for your address is used elsewhere',
    paragraphs: [
      `Somebody had paid for ${items.join('; ')} with your e-mail address, and uses the ticket with another address now. It opens nothing here any more.`,
      `If you have paid for it yourself, ${asking}, and name the number of the order: ${orderId}.`,
    ],
    action: { label: 'Open Ringside', url: origin },
    usefulMs,
  });
}

/**
 * To the owner of an address that another person may have used for an account and a payment.
 * @param refundDays after which the money goes back; null: it cost nothing.
 */
export function ticketLeftMail({
  origin,
  orderId,
  items,
  refundDays,
}: FreeTicket & { refundDays: number | null }): Mail {
  const refund = refundDays === null ? '' : ` After ${refundDays} days the money is refunded to the buyer.`;
  return composeMail({
    kind: 'ticket-left',
    subject: 'Where your ticket is',
    paragraphs: [
      `Before you confirmed your address, somebody used it for an account and got a ticket for ${items.join('; ')}. We do not know whether that was you, so the ticket is not in your account now.`,
      'If it was you, sign in on the device and in the browser in which you bought the ticket. Then it is yours on every device.',
      `If it was not you, you need to do nothing.${refund} The number of the order is ${orderId}.`,
    ],
    action: { label: 'Open Ringside', url: origin },
    usefulMs,
  });
}

/** Nothing is said about why: the refund may have been asked for, or be one of the bank. */
export function refundedMail(order: PaidOrder & { isOpen: boolean }): Mail {
  const { origin, amount, orderId, items, isOpen } = order;
  return composeMail({
    kind: 'refunded',
    subject: 'You get your money back',
    paragraphs: [
      `You get ${amount} back: all that you have paid for ${items.join('; ')}. Depending on your bank, that takes 5 to 10 days.`,
      isOpen
        ? 'You need to do nothing. What you have bought stays yours.'
        : 'You need to do nothing. What you had bought with this order is closed now.',
      `The number of the order is ${orderId}.`,
    ],
    action: { label: 'Your tickets', url: `${origin}/account/tickets` },
    usefulMs,
  });
}

export function refundFailedMail({ origin, amount, orderId, items, supportEmail }: PaidOrder): Mail {
  const ask = supportEmail === null ? 'Tell the organiser' : `Write to ${supportEmail}`;
  return composeMail({
    kind: 'refund-failed',
    subject: 'Your refund has failed',
    paragraphs: [
      `Your bank did not take the refund of ${amount} that we told you about, so you do not have the money: ${items.join('; ')}.`,
      `${ask}, name the number of your order, and say how you want to get your money.`,
      `The number of the order is ${orderId}.`,
    ],
    action: { label: 'Your tickets', url: `${origin}/account/tickets` },
    usefulMs,
  });
}

/** @param buyer null: the account was deleted. */
export function refundFailedNotice(
  { origin, amount, orderId, items }: PaidOrder,
  buyer: string | null,
): Mail {
  return composeMail({
    kind: 'refund-failed-notice',
    subject: 'A refund has failed',
    paragraphs: [
      `A refund of ${amount} to ${buyer ?? 'a deleted account'} was not taken by the bank: ${items.join('; ')}. The money is still with you, and the order is open again.`,
      'Refund it once more on the page of the order, or pay it another way. The buyer has been told.',
      `The number of the order is ${orderId}.`,
    ],
    action: { label: 'Open the order', url: `${origin}/admin/orders/${orderId}` },
    usefulMs,
  });
}

type FreeTicket = Pick<PaidOrder, 'origin' | 'orderId' | 'items'>;

export function heldTicketMail({ origin, orderId, items }: FreeTicket): Mail {
  return composeMail({
    kind: 'ticket-held',
    subject: 'You have this ticket already',
    paragraphs: [
      `You have a ticket for ${items.join('; ')} already, so that the second one, which was free, was not added.`,
      'You need to do nothing. What you have stays yours.',
      `The number of the order is ${orderId}.`,
    ],
    action: { label: 'Open Ringside', url: origin },
    usefulMs,
  });
}

export function ticketTakenBackMail({ origin, orderId, items }: FreeTicket): Mail {
  return composeMail({
    kind: 'ticket-taken-back',
    subject: 'Your free ticket was taken back',
    paragraphs: [
      `The organiser has taken back your free ticket for ${items.join('; ')}. It opens nothing any more, and you cannot take it again for nothing.`,
      `The number of the order is ${orderId}.`,
    ],
    action: { label: 'Open Ringside', url: origin },
    usefulMs,
  });
}

export function ticketGivenBackMail({ origin, orderId, items }: FreeTicket): Mail {
  return composeMail({
    kind: 'ticket-given-back',
    subject: 'Your free ticket is back',
    paragraphs: [
      `The organiser has given you back your free ticket for ${items.join('; ')}. You have access again.`,
      `The number of the order is ${orderId}.`,
    ],
    action: { label: 'Open Ringside', url: origin },
    usefulMs,
  });
}
