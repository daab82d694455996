/** The mail about one bout. Names are what organisers write; everything is escaped. Nothing here is a result. */
import { inZone } from './in-zone.ts';
import { composeMail, type Mail } from './layout.ts';

export interface ToldBout {
  origin: string;
  notice: 'next' | 'now' | 'cancelled' | 'replaced' | 'announced' | 'main-event';
  boutId: string;
  /** "Noor Haddad v Jens Okafor" */
  bout: string;
  /** When it is expected. */
  startsAt: string;
  eventName: string;
  eventSlug: string;
  /** Of the venue. */
  timezone: string;
  unsubscribeToken: string;
  usefulMs: number;
}

export function boutMail(told: ToldBout): Mail {
  const { origin, boutId, eventName, eventSlug, unsubscribeToken, usefulMs } = told;
  const { subject, words } = wordsOf(told);
  return {
    ...composeMail({
      kind: 'bout',
      subject,
      paragraphs: [words, `You asked us to tell you about this fight of ${eventName}.`],
      links: [
        { label: 'Choose your reminders', url: `${origin}/account/notifications` },
        {
          label: 'Stop all reminder mails, without signing in',
          url: `${origin}/auth/stop-reminders?token=${unsubscribeToken}`,
        },
      ],
      action: {
        label: 'Open the event',
        url: `${origin}/competitions/${encodeURIComponent(eventSlug)}#bout-${boutId}`,
      },
      usefulMs,
    }),
    unsubscribeUrl: `${origin}/api/v1/reminders/unsubscribe?token=${unsubscribeToken}`,
  };
}

function wordsOf({ notice, bout, startsAt, timezone }: ToldBout): { subject: string; words: string } {
  switch (notice) {
    case 'now':
      return { subject: 'Your fight begins', words: `${bout} is on now.` };
    case 'cancelled':
      return { subject: 'A fight is cancelled', words: `${bout} is cancelled.` };
    case 'replaced':
      return { subject: 'A fight has changed', words: `The fight has another fighter now: ${bout}.` };
    case 'announced':
      return { subject: 'A fight takes place', words: `${bout} takes place.` };
    default:
      return {
        subject: 'Your fight is next',
        words: `${bout} is next. It is expected to begin on ${inZone(startsAt, timezone, 'full')}.`,
      };
  }
}
