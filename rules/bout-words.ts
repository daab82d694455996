/** A bout and a record in words, the same for viewers and organisers. Nothing here is a result. */
import type { components } from '@ringside/openapi/schema';

type Schemas = components['schemas'];
type Bout = Schemas['Bout'];
export type Corner = Schemas['Corner'];

export const unknownFighter = 'To be announced';

export function nameIn(bout: Pick<Bout, Corner>, corner: Corner): string {
  return bout[corner].fighter?.name ?? unknownFighter;
}

/** "Noor Haddad v Jens Okafor" */
export function boutName({ red, blue }: Pick<Bout, Corner>): string {
  return pairName(red.fighter?.name ?? null, blue.fighter?.name ?? null);
}

/** The same of two names; null: to be announced. */
export function pairName(red: string | null, blue: string | null): string {
  return `${red ?? unknownFighter} v ${blue ?? unknownFighter}`;
}

/** What a notification says of a bout, below its name. @param time at which it is expected, on whatever clock. */
export function boutNoticeInWords(notice: string, eventName: string, time: string): string {
  switch (notice) {
    case 'now':
      return `Is on now at ${eventName}.`;
    case 'cancelled':
      return `Is cancelled at ${eventName}.`;
    case 'replaced':
      return `Another fighter at ${eventName}.`;
    case 'announced':
      return `Takes place at ${eventName}.`;
    case 'main-event':
      return `Main event of ${eventName}, about ${time}.`;
    default:
      return `Next at ${eventName}, about ${time}.`;
  }
}

/** "21-3-1": won, lost, drawn; with the fights without a result where there are some. */
export function recordInShort({ wins, losses, draws, noContests }: Schemas['FightRecord']): string {
  return `${wins}-${losses}-${draws}${noContests > 0 ? `, ${noContests} NC` : ''}`;
}

/** "Lightweight, 70 kg"; empty when nothing is known. */
export function weightInWords({
  weightClass,
  weightLimitKg,
  isCatchweight,
}: Pick<Bout, 'weightClass' | 'weightLimitKg' | 'isCatchweight'>): string {
  const parts = [weightClass, isCatchweight ? 'catchweight' : null, weightLimitKg && `${weightLimitKg} kg`];
  const words = parts.filter(Boolean).join(', ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** "5 × 3 min", "3 × 2:30 min" */
export function roundsInWords({ rounds, roundSeconds }: Pick<Bout, 'rounds' | 'roundSeconds'>): string {
  const length = roundSeconds % 60 === 0 ? String(roundSeconds / 60) : minutesOf(roundSeconds);
  return `${rounds} × ${length} min`;
}

/** "2:30" */
export function minutesOf(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

export const rulesWords: Record<Bout['rules'], string> = {
  k1: 'K-1',
  'full-contact': 'Full contact',
  'low-kick': 'Low kick',
  'muay-thai': 'Muay Thai',
  'kick-light': 'Kick light',
  other: 'Other rules',
};
