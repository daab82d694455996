/** The values of the form of a fighter: texts as they are typed, empty for nothing. */
import type { components } from '@ringside/openapi/schema';
import type { Versioned } from '../../api/versioned.ts';
import type { Stored } from '../../ui/form/use-api-form.ts';
import { type CountryCode, countryName } from '../ui/fields/countries.ts';
import { stanceWords } from './fighter-words.ts';
import type { Fighter } from './fighters.queries.ts';

type Schemas = components['schemas'];
type Stance = NonNullable<Fighter['stance']>;

interface RecordValues {
  wins: string;
  losses: string;
  draws: string;
  noContests: string;
  knockouts: string;
  countedUntil: string;
}

export interface FighterValues {
  name: string;
  slug: string;
  nickname: string;
  countryCode: CountryCode | null;
  birthDate: string;
  heightCm: string;
  reachCm: string;
  stance: Stance | '';
  gym: string;
  pictureId: string | null;
  record: RecordValues;
}

export const fighterLabels = {
  name: 'Name',
  slug: 'Address',
  nickname: 'Nickname',
  countryCode: 'Country',
  birthDate: 'Born',
  heightCm: 'Height in cm',
  reachCm: 'Reach in cm',
  stance: 'Stance',
  gym: 'Gym or team',
  pictureId: 'Portrait',
  record: 'Record',
  'record.wins': 'Wins',
  'record.losses': 'Losses',
  'record.draws': 'Draws',
  'record.noContests': 'No contests',
  'record.knockouts': 'Wins by knockout',
  'record.countedUntil': 'Counted until',
};

const noRecord: RecordValues = {
  wins: '',
  losses: '',
  draws: '',
  noContests: '',
  knockouts: '',
  countedUntil: '',
};

export function toStored({ value, etag }: Versioned<Fighter>): Stored<FighterValues> {
  const { name, slug, nickname, countryCode, birthDate, heightCm, reachCm, stance, gym, pictureId } = value;
  return {
    etag,
    values: {
      name,
      slug,
      nickname: nickname ?? '',
      countryCode: countryCode as CountryCode | null,
      birthDate: birthDate ?? '',
      heightCm: textOf(heightCm),
      reachCm: textOf(reachCm),
      stance: stance ?? '',
      gym: gym ?? '',
      pictureId,
      record: recordOf(value.record),
    },
  };
}

const textOf = (number: number | null) => (number === null ? '' : String(number));

function recordOf(record: Fighter['record']): RecordValues {
  if (!record) return noRecord;
  const { wins, losses, draws, noContests, knockouts, countedUntil } = record;
  return {
    wins: String(wins),
    losses: String(losses),
    draws: String(draws),
    noContests: String(noContests),
    knockouts: String(knockouts),
    countedUntil: countedUntil ?? '',
  };
}

/** Only what was given: an emptied text becomes null. */
export function bodyOf(values: Partial<FighterValues>): Schemas['FighterUpdate'] {
  const { name, slug, countryCode, pictureId } = values;
  const body = {
    name,
    slug,
    countryCode,
    pictureId,
    nickname: given(values.nickname, orNull),
    birthDate: given(values.birthDate, orNull),
    heightCm: given(values.heightCm, numberOrNull),
    reachCm: given(values.reachCm, numberOrNull),
    stance: given(values.stance, (stance) => stance || null),
    gym: given(values.gym, orNull),
    record: given(values.record, recordBody),
  };
  const entries = Object.entries(body).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as Schemas['FighterUpdate'];
}

const given = <From, To>(value: From | undefined, make: (value: From) => To) =>
  value === undefined ? undefined : make(value);
const orNull = (text: string) => text || null;
const numberOrNull = (text: string) => (text.trim() === '' ? null : Number(text));

/** All fields empty: nothing is known. Otherwise an empty one is none. */
function recordBody({ countedUntil, ...counts }: RecordValues): Schemas['FightRecordInput'] {
  if (countedUntil === '' && Object.values(counts).every((count) => count.trim() === '')) return null;
  const { wins, losses, draws, noContests, knockouts } = counts;
  return {
    wins: Number(wins),
    losses: Number(losses),
    draws: Number(draws),
    noContests: Number(noContests),
    knockouts: Number(knockouts),
    countedUntil: countedUntil || null,
  };
}

/** What could not be sent at all. */
export function checkFighter({ heightCm, reachCm, record }: FighterValues): Record<string, string> {
  const { countedUntil: _, ...counts } = record;
  const numbers = [
    ['heightCm', heightCm],
    ['reachCm', reachCm],
    ...Object.entries(counts).map(([name, count]) => [`record.${name}`, count]),
  ] as [string, string][];
  const wrong = numbers.filter(([, text]) => !/^\s*\d*\s*$/.test(text));
  return Object.fromEntries(wrong.map(([field]) => [field, 'Write a whole number.']));
}

/** The words of a field in the choice of 412. */
export function fighterFieldInWords(field: string, value: unknown): string {
  if (field === 'pictureId') return value ? 'A portrait' : 'No portrait';
  if (!value) return 'Not known';
  if (field === 'countryCode') return countryName(String(value));
  if (field === 'stance') return stanceWords[value as Stance];
  if (field !== 'record') return String(value);
  const { wins, losses, draws, noContests, knockouts, countedUntil } = value as RecordValues;
  const counts = [wins, losses, draws].map((count) => count || '0').join('-');
  const others = [
    noContests && `${noContests} without a result`,
    knockouts && `${knockouts} by knockout`,
    countedUntil && `until ${countedUntil}`,
  ];
  return [counts, ...others].filter(Boolean).join(', ');
}
