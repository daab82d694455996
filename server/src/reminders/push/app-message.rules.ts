/** What the notification of an app says. The system shows it, so the server writes the words. */
import type { Message } from './push-sender.ts';

/** On the clock of the venue: the server does not know that of the device. */
export function wordsOf({ startDate, timezone, hasBegun }: Message): string {
  if (hasBegun) return 'The fights have begun.';
  const format = new Intl.DateTimeFormat('en-GB', {
    hour: '2-digit',
    minute: '2-digit',
    timeZoneName: 'short',
    timeZone: timezone,
  });
  return `Begins at ${format.format(new Date(startDate))}.`;
}

/** From these the app makes the page that a tap opens. Texts alone, as Google's service wants them. */
export function dataOf({ eventSlug, startDate }: Message): { slug: string; startDate: string } {
  return { slug: eventSlug, startDate };
}

/** A newer notification of the same event takes the place of the older one. */
export function replacedBy({ eventId }: Message): string {
  return `reminder-${eventId}`;
}

const hexToken = /^(?:[0-9a-f]{2}){32,100}$/;
const googleToken = /^[\w-]{8,}:[\w-]{32,}$/;

/** @returns what is wrong with the token that an app gave. */
export function tokenFault(service: 'apns' | 'fcm', token: string): string | undefined {
  if (service === 'apns')
    return hexToken.test(token) ? undefined : 'Must be 32 to 100 bytes in lower-case hexadecimal digits.';
  return googleToken.test(token) ? undefined : "Must be a token of Google's service.";
}
