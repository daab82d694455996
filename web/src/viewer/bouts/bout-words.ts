/** A bout in words, for rows, dialogs and screen readers. Nothing here is a result. */
import { nameIn, weightInWords } from '@ringside/rules/bout-words';
import type { Bout } from './bouts.queries.ts';

/** What viewers must know before they look forward to it. */
export function changeInWords({ status, statusReason, replacements }: Bout): string | undefined {
  if (status === 'cancelled') return sentence('Cancelled', statusReason);
  const names = replacements.map(({ name }) => name).join(' and ');
  return names === '' ? undefined : sentence(`Instead of ${names}`, statusReason);
}

function sentence(words: string, reason: string | null): string {
  return reason ? `${words}: ${reason}` : words;
}

const countries = new Intl.DisplayNames('en', { type: 'region' });

export const countryName = (code: string) => countries.of(code) ?? code;

/** "Noor Haddad, red corner, against Jens Okafor, blue corner" */
export const spokenPair = (bout: Bout) =>
  `${nameIn(bout, 'red')}, red corner, against ${nameIn(bout, 'blue')}, blue corner`;

/**
 * "Fight 7 of 8, Noor Haddad, red corner, against Jens Okafor, blue corner, 5 rounds of 3 minutes, Lightweight, 70 kg"
 * @param when as `BoutMoment` says it: "in about 25 minutes"
 */
export function spokenBout(bout: Bout, of: number, when?: string): string {
  const { rounds, roundSeconds, position, title } = bout;
  const [minutes, seconds] = [Math.floor(roundSeconds / 60), roundSeconds % 60];
  const length = [
    minutes > 0 && `${minutes} ${minutes === 1 ? 'minute' : 'minutes'}`,
    seconds > 0 && `${seconds} seconds`,
  ].filter(Boolean);
  return [
    `Fight ${position} of ${of}`,
    spokenPair(bout),
    `${rounds} ${rounds === 1 ? 'round' : 'rounds'} of ${length.join(' ')}`,
    weightInWords(bout),
    title,
    changeInWords(bout),
    when,
  ]
    .filter(Boolean)
    .join(', ');
}

/** Names a bout in the address of a page. */
export const boutHash = (boutId: string) => `#bout-${boutId}`;
