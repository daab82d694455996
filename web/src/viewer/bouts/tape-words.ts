/** What only the tale of the tape and the page of a fighter say: the first screen of an event does not need it. */
import { rulesWords } from '@ringside/rules/bout-words';
import type { Bout } from './bouts.queries.ts';

export function rulesInWords({ rules, rulesText }: Pick<Bout, 'rules' | 'rulesText'>): string {
  return rules === 'other' && rulesText
    ? rulesText
    : [rulesWords[rules], rulesText].filter(Boolean).join(', ');
}

/** @param day as `1999-03-14`. @param at an instant. @returns whole years. */
export function ageOn(day: string, at: string): number {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number);
  const now = new Date(at);
  const isBefore =
    now.getUTCMonth() + 1 < month || (now.getUTCMonth() + 1 === month && now.getUTCDate() < date);
  return now.getUTCFullYear() - year - (isBefore ? 1 : 0);
}

export const inCm = (length: number | null) => (length === null ? null : `${length} cm`);

export const stanceWords = { orthodox: 'Orthodox', southpaw: 'Southpaw', switch: 'Switch' };
