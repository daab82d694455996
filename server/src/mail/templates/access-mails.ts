/** The mails about accesses. They contain names of events, which organisers write; everything is escaped. */
import { composeMail, type Mail } from './layout.ts';

export interface GivenAccess {
  origin: string;
  eventName: string;
  eventSlug: string;
  /** null: the whole event. */
  blockName: string | null;
  /** On the clock of the event, with its zone. */
  until: string;
  /** Until then the mail is useful, in milliseconds from now. */
  usefulMs: number;
}

/** The note of the organiser is not in it: it is about the person, not for them. */
export function complimentaryMail({
  origin,
  eventName,
  eventSlug,
  blockName,
  until,
  usefulMs,
}: GivenAccess): Mail {
  const what = blockName === null ? eventName : `${eventName}: ${blockName}`;
  return composeMail({
    kind: 'complimentary-access',
    subject: 'You can watch for free',
    paragraphs: [
      `You have been given a free access to ${what}. It is open until ${until}.`,
      'To watch, sign in with this e-mail address. If you have no account yet, register with it and confirm it; your access is waiting.',
    ],
    action: { label: 'Open the event', url: `${origin}/competitions/${eventSlug}` },
    usefulMs,
  });
}
