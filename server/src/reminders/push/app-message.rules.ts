/** What the notification of an app says. The system shows it, so the server writes the words. */
import { boutNoticeInWords, pairName } from '@ringside/rules/bout-words';
import type { Message } from './push-sender.ts';

/** The first line of the notification. */
export function titleOf({ eventName, bout }: Message): string {
  return bout ? pairName(bout.redName, bout.blueName) : eventName;
}

/** On the clock of the venue: the server does not know that of the device. */
export function wordsOf({ eventName, startDate, timezone, hasBegun, bout }: Message): string {
  const time = (instant: string) =>
    new Intl.DateTimeFormat('en-GB', {
      hour: '2-digit',
      minute: '2-digit',
      timeZoneName: 'short',
      timeZone: timezone,
    }).format(new Date(instant));
  if (!bout) return hasBegun ? 'The fights have begun.' : `Begins at ${time(startDate)}.`;
  return boutNoticeInWords(bout.notice, eventName, time(bout.startsAt));
}

/** From these the app makes the page that a tap opens. Texts alone, as Google's service wants them. */
export function dataOf({ eventName, eventSlug, startDate, bout }: Message): Record<string, string> {
  return {
    slug: eventSlug,
    startDate,
    ...(bout && { boutId: bout.id, notice: bout.notice, startsAt: bout.startsAt, eventName }),
  };
}

/** A newer notification of the same event or bout takes the place of the older one. */
export function replacedBy({ eventId, bout }: Message): string {
  return bout ? `bout-${bout.id}` : `reminder-${eventId}`;
}

const hexToken = /^(?:[0-9a-f]{2}){32,100}$/;
const googleToken = /^[\w-]{8,}:[\w-]{32,}$/;

/** @returns what is wrong with the token that an app gave. */
export function tokenFault(service: 'apns' | 'fcm', token: string): string | undefined {
  if (service === 'apns')
    return hexToken.test(token) ? undefined : 'Must be 32 to 100 bytes in lower-case hexadecimal digits.';
  return googleToken.test(token) ? undefined : "Must be a token of Google's service.";
}
