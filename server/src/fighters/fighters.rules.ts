/** What a new fighter is called in URLs, and what a record must hold. Pure. */
import type { Issue } from '../http/problems.ts';
import type { FightRecord } from './fighters.tables.ts';

/** Letters that no decomposition turns into ASCII. */
const spelledOut: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ł: 'l',
  þ: 'th',
  ı: 'i',
};
const slugLength = 80;

/** @returns a slug of the name; `fighter` when no letter of it is Latin. */
export function slugOf(name: string): string {
  const plain = name
    .toLowerCase()
    .replace(/[ßæœøđðłþı]/g, (letter) => spelledOut[letter] ?? '')
    .normalize('NFKD')
    .replace(/\p{M}|['’.]/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, slugLength)
    .replace(/^-+|-+$/g, '');
  return plain === '' ? 'fighter' : plain;
}

/** Of a fighter whose name was taken away: nobody else's, and it says nothing. */
export const anonymousSlug = (fighterId: string) => `anonymous-${fighterId}`;

/** @param taken of `slug`, `slug-2`, ... @returns the first of them that is free. */
export function freeSlug(slug: string, taken: readonly string[]): string {
  const known = new Set(taken);
  if (!known.has(slug)) return slug;
  let number = 2;
  while (known.has(`${slug}-${number}`)) number += 1;
  return `${slug}-${number}`;
}

type RecordInput = Omit<FightRecord, 'noContests' | 'knockouts' | 'countedUntil'> &
  Partial<Pick<FightRecord, 'noContests' | 'knockouts' | 'countedUntil'>>;

export function completeRecord(record: RecordInput | null | undefined): FightRecord | null {
  return record ? { noContests: 0, knockouts: 0, countedUntil: null, ...record } : null;
}

/** @param today as `2026-11-21`, the latest day anywhere. */
export function findFighterIssues(
  { record, birthDate }: { record?: RecordInput | null | undefined; birthDate?: string | null | undefined },
  today: string,
): Issue[] {
  const issues: Issue[] = [];
  if (record && (record.knockouts ?? 0) > record.wins)
    issues.push({
      detail: 'Must not be more than the fights won.',
      pointer: '/record/knockouts',
      location: 'body',
    });
  if (record?.countedUntil && record.countedUntil > today)
    issues.push({ detail: 'Must not be in the future.', pointer: '/record/countedUntil', location: 'body' });
  if (birthDate && birthDate > today)
    issues.push({ detail: 'Must not be in the future.', pointer: '/birthDate', location: 'body' });
  return issues;
}

export const hasBouts = (name: string, bouts: number) =>
  `${name} has ${bouts} ${bouts === 1 ? 'bout' : 'bouts'}. A fighter who has bouts is not deleted.`;

export const isMerged =
  'This fighter was merged into another one, and is no more. Delete the other one by the new id.';
