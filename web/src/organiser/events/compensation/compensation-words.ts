/** Outages and compensations in words. Pure. */

import type { Tone } from '../../../ui/badges/tone-badge.tsx';
import { locales } from '../../../ui/locales.ts';
import { formatMoney } from '../../../ui/money/money.ts';
import { durationInWords, formatDate, formatDateTime, formatTime, zoneName } from '../../../ui/time/time.ts';
import type { AffectedPerson, Compensation, Outage, Preview } from './compensation.queries.ts';

export const causeWords: Record<Outage['cause'], string> = {
  stream: 'No live stream of the block had a picture',
  playback: 'The streams were active, and could not be played',
};

export function peopleOf(count: number) {
  return `${count.toLocaleString(locales)} ${count === 1 ? 'person' : 'people'}`;
}

/** "20:10 – 20:22 CET", with the day in front. */
export function spanOf({ startDate, endDate }: Pick<Outage, 'startDate' | 'endDate'>, zone: string) {
  const end = endDate === null ? 'now' : formatTime(endDate, zone);
  return `${formatDateTime(startDate, zone)} – ${end} ${zoneName(startDate, zone)}`;
}

export const lengthOf = (seconds: number) => durationInWords(seconds * 1_000);

/** "€11.22 and $5"; a dash for nothing. */
export function sumsOf(sums: readonly { currency: string; amount: number }[]) {
  if (sums.length === 0) return '–';
  const words = sums.map(({ currency, amount }) => formatMoney(amount, currency));
  return words.length === 1 ? String(words[0]) : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
}

/** "25 % back", "A code for €5 off until 21 December 2026" */
export function termsOf({ remedy, percent, amounts, scope, endDate }: Compensation['terms'], zone: string) {
  const share = percent === undefined ? sumsOf(amounts ?? []).replace(' and ', ' or ') : `${percent} %`;
  const until = endDate === undefined ? '' : ` until ${formatDate(endDate, zone)}`;
  if (remedy === 'refund') return `${share} back`;
  if (remedy === 'credit') return `A code for ${share} off${until}`;
  return `Replay of ${scope === 'event' ? 'the whole event' : 'the block'}${until}`;
}

export const statusWords: Record<'pending' | 'done' | 'failed', string> = {
  pending: 'On its way',
  done: 'Given',
  failed: 'Failed',
};
export const statusTones: Record<'pending' | 'done' | 'failed', Tone> = {
  pending: 'plain',
  done: 'good',
  failed: 'warning',
};

const failures = new Map([
  ['account_deleted', 'The account was deleted.'],
  ['event_deleted', 'The event or the block was deleted.'],
  ['order_not_paid', 'The order was refunded or disputed meanwhile.'],
  ['nothing_left', 'Nothing is left of the order.'],
  ['refund_failed', 'The refund did not arrive.'],
  ['charge_disputed', 'The payment is disputed.'],
]);

export function failureOf(code: string | null) {
  if (code === null) return '';
  return failures.get(code) ?? `The payment provider says: ${code}`;
}

export function nameOf({ name, email, pseudonym }: AffectedPerson) {
  return name ?? email ?? `Deleted account ${pseudonym ?? ''}`.trim();
}

const leftOutWords: Record<Preview['leftOut'][number]['reason'], string> = {
  'nothing-left': 'have nothing left to refund: the order cost nothing, or was refunded',
  'no-amount': 'have paid in another currency',
};

/** The lines of a preview: what each gets, who gets nothing. */
export function previewLines({ people, sums, leftOut, canWatchAnyway }: Preview) {
  return [
    ...sums.map(({ currency, people: count, amount, least, most }) => {
      const each =
        least === most
          ? `${formatMoney(least, currency)} each`
          : `${formatMoney(least, currency)} to ${formatMoney(most, currency)} each`;
      return `${peopleOf(count)}: ${each}, ${formatMoney(amount, currency)} together`;
    }),
    ...(sums.length === 0 ? [`${peopleOf(people)} get it.`] : []),
    ...(canWatchAnyway > 0
      ? [`${peopleOf(canWatchAnyway)} of them can watch the same without an end already.`]
      : []),
    ...leftOut.map(({ reason, people: count }) => `${peopleOf(count)} ${leftOutWords[reason]}.`),
  ];
}
