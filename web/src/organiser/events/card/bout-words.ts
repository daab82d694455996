import type { components } from '@ringside/openapi/schema';
import { roundsInWords } from '@ringside/rules/bout-words';
import type { Bout } from './card.queries.ts';

type Corner = components['schemas']['Corner'];

export const cornerWords: Record<Corner, string> = { red: 'Red corner', blue: 'Blue corner' };

/** "5 × 3 min (+1)": with the extra round on a draw. */
export const lengthInWords = (bout: Bout) => `${roundsInWords(bout)}${bout.hasExtraRound ? ' (+1)' : ''}`;

/** The seconds of "2:30" or of "3" minutes; undefined for anything else. */
export function secondsOf(text: string): number | undefined {
  const [, minutes, seconds = '0'] = /^\s*(\d{1,2})(?:[:.](\d{2}))?\s*$/.exec(text) ?? [];
  if (minutes === undefined || Number(seconds) > 59) return undefined;
  return Number(minutes) * 60 + Number(seconds);
}
