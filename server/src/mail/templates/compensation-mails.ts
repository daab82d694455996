/** What viewers get after an outage. Names of events and blocks are written by organisers; everything is escaped. */
import { composeMail, type Mail } from './layout.ts';

const usefulMs = 30 * 86_400_000;

interface Outage {
  origin: string;
  /** The event and the block. */
  what: string;
  /** How long the reader could not watch. */
  seconds: number;
  orderId: string;
}

export function replayMail(
  outage: Outage & { eventSlug: string; isWholeEvent: boolean; until: string },
): Mail {
  const { origin, what, eventSlug, isWholeEvent, until } = outage;
  return composeMail({
    kind: 'compensation-replay',
    subject: 'You can watch it again',
    paragraphs: [
      `${apology(outage)} So you can watch the replay of ${isWholeEvent ? 'the whole event' : what} until ${until}.`,
      'Sign in with this account. What you have bought stays yours.',
      orderLine(outage),
    ],
    action: { label: 'Watch the replay', url: `${origin}/competitions/${eventSlug}` },
    usefulMs,
  });
}

/** @param off `EUR 5.00` or `20 %`. */
export function creditMail(outage: Outage & { code: string; off: string; until: string }): Mail {
  const { origin, code, off, until } = outage;
  return composeMail({
    kind: 'compensation-credit',
    subject: 'A code for your next ticket',
    paragraphs: [
      `${apology(outage)} So your next purchase is ${off} cheaper with this code: ${code}`,
      `Type it in on the payment page. It works once, until ${until}. Whoever knows the code can use it, so keep it to yourself.`,
      orderLine(outage),
    ],
    action: { label: 'See what is coming', url: origin },
    usefulMs,
  });
}

/** @param amount `EUR 5.00`. */
export function partRefundMail(outage: Outage & { amount: string }): Mail {
  const { origin, amount } = outage;
  return composeMail({
    kind: 'compensation-refund',
    subject: 'You get money back',
    paragraphs: [
      `${apology(outage)} So we give you ${amount} back. Depending on your bank, that takes 5 to 10 days.`,
      'You need to do nothing. What you have bought stays yours.',
      orderLine(outage),
    ],
    action: { label: 'Your tickets', url: `${origin}/account/tickets` },
    usefulMs,
  });
}

function apology({ what, seconds }: Outage): string {
  const minutes = Math.max(1, Math.round(seconds / 60));
  return `We are sorry: for ${minutes} ${minutes === 1 ? 'minute' : 'minutes'} you could not watch ${what}.`;
}

function orderLine({ orderId }: Outage): string {
  return `The number of your order is ${orderId}.`;
}
