/** The mail that reminds of an event. Its name is what organisers write; everything is escaped. */
import { composeMail, type Mail } from './layout.ts';

export interface RemindedEvent {
  origin: string;
  eventName: string;
  eventSlug: string;
  /** On the clock of the event, with its zone. */
  start: string;
  /** The server was away when the mail was due. */
  hasBegun: boolean;
  unsubscribeToken: string;
  /** Until the event is over, in milliseconds from now. */
  usefulMs: number;
}

export function reminderMail(event: RemindedEvent): Mail {
  const { origin, eventName, eventSlug, start, hasBegun, unsubscribeToken, usefulMs } = event;
  return {
    ...composeMail({
      kind: 'reminder',
      subject: hasBegun ? 'The fights have begun' : 'The fights begin soon',
      paragraphs: [
        hasBegun
          ? `${eventName} has begun. It started on ${start}.`
          : `${eventName} begins on ${start}. You asked us to remind you.`,
        'You get one mail for each event of which you want to be reminded.',
      ],
      links: [
        { label: 'Choose your reminders', url: `${origin}/account/notifications` },
        {
          label: 'Stop all reminder mails, without signing in',
          url: `${origin}/auth/stop-reminders?token=${unsubscribeToken}`,
        },
      ],
      action: {
        label: hasBegun ? 'Watch now' : 'Open the event',
        url: `${origin}/competitions/${encodeURIComponent(eventSlug)}`,
      },
      usefulMs,
    }),
    unsubscribeUrl: `${origin}/api/v1/reminders/unsubscribe?token=${unsubscribeToken}`,
  };
}
