/** What stays of a fighter whose name was taken away. Pure. */
import { mergedFields } from '@ringside/rules/merged-fields';
import { anonymousSlug } from '../../fighters/fighters.rules.ts';
import type { FighterRow, FighterRowUpdate } from '../../fighters/fighters.tables.ts';

export const anonymousName = 'Anonymous fighter';

/** The fields of a fighter that say something of the person. */
export const personalFields = ['name', 'slug', ...mergedFields] as const satisfies (keyof FighterRow)[];

export function anonymous(fighterId: string) {
  return {
    name: anonymousName,
    slug: anonymousSlug(fighterId),
    nickname: null,
    countryCode: null,
    birthDate: null,
    heightCm: null,
    reachCm: null,
    stance: null,
    gym: null,
    pictureId: null,
    record: null,
  } satisfies FighterRowUpdate & Record<(typeof personalFields)[number], unknown>;
}

export function isAnonymous(fighter: FighterRow): boolean {
  const values = anonymous(fighter.id);
  return personalFields.every((field) => fighter[field] === values[field]);
}

/** A shorter one would be found in words that do not mean the fighter. */
const shortestName = 3;

/** @returns the value with other words for the names, in all of its texts. */
export function withoutNames<Value>(value: Value, names: readonly string[]): Value {
  // Of "Jan" and "Jan de Vries" the longer one first.
  const known = [...new Set(names)]
    .filter((name) => name.length >= shortestName)
    .sort((a, b) => b.length - a.length);
  return replaced(value, known.map(patternOf)) as Value;
}

/** In whatever case, as cards are often written in capitals, and whatever spaces; not as a part of another word. */
function patternOf(name: string): RegExp {
  const words = name
    .trim()
    .split(/\s+/)
    .map((word) => word.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&'));
  return new RegExp(`(?<![\\p{L}\\p{N}])${words.join('\\s+')}(?![\\p{L}\\p{N}])`, 'giu');
}

function replaced(value: unknown, names: readonly RegExp[]): unknown {
  if (typeof value === 'string')
    return names.reduce((text, name) => text.replace(name, anonymousName), value);
  if (Array.isArray(value)) return value.map((each) => replaced(each, names));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, replaced(each, names)]));
}
