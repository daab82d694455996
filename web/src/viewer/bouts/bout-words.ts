/** A bout in words, for rows, dialogs and screen readers. Nothing here is a result. */
import type { Bout, FightRecord } from './bouts.queries.ts';

export const toBeAnnounced = 'To be announced';

export type Corner = 'red' | 'blue';

export function nameIn(bout: Bout, corner: Corner): string {
  return bout[corner].fighter?.name ?? toBeAnnounced;
}

/** "21-3-1": won, lost, drawn. */
export function recordInWords({ wins, losses, draws }: FightRecord): string {
  return [wins, losses, draws].join('-');
}

/** "5 x 3 min", "3 x 1:30 min" */
export function roundsInWords({ rounds, roundSeconds }: Pick<Bout, 'rounds' | 'roundSeconds'>): string {
  const [minutes, seconds] = [Math.floor(roundSeconds / 60), roundSeconds % 60];
  const length = seconds === 0 ? `${minutes}` : `${minutes}:${String(seconds).padStart(2, '0')}`;
  return `${rounds} × ${length} min`;
}

/** "Lightweight, 70 kg"; empty when nothing is known. */
export function weightInWords({
  weightClass,
  weightLimitKg,
  isCatchweight,
}: Pick<Bout, 'weightClass' | 'weightLimitKg' | 'isCatchweight'>): string {
  const limit = weightLimitKg === null ? null : `${weightLimitKg} kg`;
  return [isCatchweight ? 'Catchweight' : weightClass, limit].filter(Boolean).join(', ');
}

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

/** "Fight 7 of 8, Noor Haddad, red corner, against Jens Okafor, blue corner, 5 rounds of 3 minutes, Lightweight, 70 kg" */
export function spokenBout(bout: Bout, of: number): string {
  const { rounds, roundSeconds, position, title } = bout;
  const [minutes, seconds] = [Math.floor(roundSeconds / 60), roundSeconds % 60];
  const length = [
    minutes > 0 && `${minutes} ${minutes === 1 ? 'minute' : 'minutes'}`,
    seconds > 0 && `${seconds} seconds`,
  ].filter(Boolean);
  return [
    `Fight ${position} of ${of}`,
    `${nameIn(bout, 'red')}, red corner`,
    `against ${nameIn(bout, 'blue')}, blue corner`,
    `${rounds} ${rounds === 1 ? 'round' : 'rounds'} of ${length.join(' ')}`,
    weightInWords(bout),
    title,
    changeInWords(bout),
  ]
    .filter(Boolean)
    .join(', ');
}
