import type { components } from '@ringside/openapi/schema';
import type { Bout } from './card.queries.ts';

type Corner = components['schemas']['Corner'];

export const unknownFighter = 'To be announced';
export const cornerWords: Record<Corner, string> = { red: 'Red corner', blue: 'Blue corner' };

export const rulesWords: Record<Bout['rules'], string> = {
  k1: 'K-1',
  'full-contact': 'Full contact',
  'low-kick': 'Low kick',
  'muay-thai': 'Muay Thai',
  'kick-light': 'Kick light',
  other: 'Other rules',
};

/** "Noor Haddad v Jens Okafor" */
export function boutName({ red, blue }: Pick<Bout, 'red' | 'blue'>) {
  return `${red.fighter?.name ?? unknownFighter} v ${blue.fighter?.name ?? unknownFighter}`;
}

/** "Lightweight, 70 kg"; empty when nothing is known. */
export function weightInWords({ weightClass, weightLimitKg, isCatchweight }: Bout) {
  const parts = [weightClass, isCatchweight ? 'catchweight' : null, weightLimitKg && `${weightLimitKg} kg`];
  const words = parts.filter(Boolean).join(', ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** "5 × 3 min", or "3 × 2:30 min" */
export function roundsInWords({ rounds, roundSeconds, hasExtraRound }: Bout) {
  const length = roundSeconds % 60 === 0 ? String(roundSeconds / 60) : minutesOf(roundSeconds);
  return `${rounds} × ${length} min${hasExtraRound ? ' (+1)' : ''}`;
}

/** "2:30" */
export function minutesOf(seconds: number) {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/** The seconds of "2:30" or of "3" minutes; undefined for anything else. */
export function secondsOf(text: string): number | undefined {
  const [, minutes, seconds = '0'] = /^\s*(\d{1,2})(?:[:.](\d{2}))?\s*$/.exec(text) ?? [];
  if (minutes === undefined || Number(seconds) > 59) return undefined;
  return Number(minutes) * 60 + Number(seconds);
}
