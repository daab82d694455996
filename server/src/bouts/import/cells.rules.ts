/** What an organiser means by the cells of a card. Pure. */
import { type CountryCode, countryCodeOf } from '@ringside/rules/countries';

export type Column = 'order' | 'block' | 'red' | 'blue' | 'weight' | 'rounds' | 'title' | 'country';

/** A cell that cannot be read: why. */
export class CellFault {
  readonly detail: string;
  constructor(detail: string) {
    this.detail = detail;
  }
}

const weightWords = 'Write kilograms or a class, for example 70, Lightweight or “Lightweight, 70 kg”.';
const roundsWords = 'Write rounds, or rounds and minutes, for example 3, 5 x 3 or 3 x 2:30.';

interface Weight {
  weightClass: string | null;
  weightLimitKg: number | null;
  isCatchweight: boolean;
}

/** "Lightweight, 70 kg", "-72,5kg", "Catchweight 72.5" */
export function readWeight(cell: string): Weight | CellFault {
  if (/\b(lbs?|pounds?|st)\b/i.test(cell)) return new CellFault(weightWords);
  const [number] = /\d+(?:[.,]\d+)?/.exec(cell) ?? [];
  const isCatchweight = /catch-?\s?weight/i.test(cell);
  const name = cell
    .replace(/catch-?\s?weight/i, ' ')
    .replace(/[-–—−+<≤]?\s*\d+(?:[.,]\d+)?\s*(kgs?|kilos?|kilograms?)?\b\.?/i, ' ')
    .replace(/[\s,;:/()]+/g, ' ')
    .trim();
  if (/\d/.test(name)) return new CellFault(weightWords);
  const limit = number === undefined ? null : Number(number.replace(',', '.'));
  if (limit !== null && (limit < 20 || limit > 400))
    return new CellFault('A limit is from 20 to 400 kilograms.');
  return { weightClass: name === '' ? null : name, weightLimitKg: limit, isCatchweight };
}

interface Rounds {
  rounds: number;
  roundSeconds: number;
}

/** "3", "5 x 3", "3 × 2:30 min" */
export function readRounds(cell: string): Rounds | CellFault {
  if (cell === '') return { rounds: 3, roundSeconds: 180 };
  const parts =
    /^(\d{1,2})\s*(?:rounds?|r)?\s*(?:[x×*]\s*(\d{1,2})(?::(\d\d)|[.,](5))?\s*(?:min(?:utes?)?|m|['’′])?\.?)?$/i.exec(
      cell,
    );
  if (!parts) return new CellFault(roundsWords);
  const [, rounds, minutes = '3', seconds = '0', half] = parts;
  const roundSeconds = Number(minutes) * 60 + Number(seconds) + (half ? 30 : 0);
  if (Number(rounds) < 1 || Number(rounds) > 12) return new CellFault('A bout has from 1 to 12 rounds.');
  if (Number(seconds) > 59 || roundSeconds < 30 || roundSeconds > 600)
    return new CellFault('A round is from half a minute to ten minutes long.');
  return { rounds: Number(rounds), roundSeconds };
}

/** "NL / DE", "NL - DE", "NL"; an empty side is not known. */
export function readCountries(
  cell: string,
): { red: CountryCode | null; blue: CountryCode | null } | CellFault {
  const whole = countryCodeOf(cell);
  const [red = '', blue = '', ...more] = whole
    ? [cell]
    : cell.split(/\s*[/|&,;]\s*|\s+[-–—]\s+|\s+v\.?s?\.?\s+/i);
  const codes = [red, blue].map((text) => (text === '' ? null : countryCodeOf(text)));
  if (more.length > 0 || codes.includes(undefined))
    return new CellFault(
      'Write the countries of red and blue in two letters or in English, for example NL / DE.',
    );
  return { red: codes[0] ?? null, blue: codes[1] ?? null };
}

export function readOrder(cell: string): number | null | CellFault {
  if (cell === '') return null;
  const [number] = /^\d{1,4}(?=\.?$)/.exec(cell) ?? [];
  return number === undefined ? new CellFault('Write a whole number.') : Number(number);
}

/** As `Name` in the contract. */
const visible = /(?![\u115F\u1160\u2800\u3164\uFFA0])[\p{L}\p{N}\p{P}\p{S}]/u;

/** Something was typed, and nobody can see it. */
export const isInvisible = (cell: string) => cell !== '' && !visible.test(cell);

/** @returns the name; null for a corner that is to be announced. */
export function readName(cell: string): string | null {
  if (isInvisible(cell)) return null;
  return /^(|tba|tbd|tbc|n\.?n\.?|[?–—-]+|to be (announced|confirmed|determined))$/i.test(cell) ? null : cell;
}
