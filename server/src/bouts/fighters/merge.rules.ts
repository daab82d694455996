/** What becomes of two fighters who are one person. Pure. */
import { mergedFields } from '@ringside/rules/merged-fields';
import type { FighterRow, FighterRowUpdate } from '../../fighters/fighters.tables.ts';
import type { BoutRow, Replacement } from '../bouts.tables.ts';

export const isItself = 'Must be another fighter.';
export const noSuchFighter = 'There is no such fighter.';

/** Why they cannot be one person. `event`: where it shows. */
export type Meeting =
  | { how: 'opponents'; event: string }
  | { how: 'at one time'; event: string; otherEvent: string };

/** @param names of the two. */
export function describeMeeting(names: readonly [string, string], meeting: Meeting): string {
  const both = names.join(' and ');
  return meeting.how === 'opponents'
    ? `${both} stand against each other at ${meeting.event}, so they are two people.`
    : `${both} are at two places at one time, ${meeting.event} and ${meeting.otherEvent}, so they are two people.`;
}

/** @returns the fields that the kept fighter does not have and the double has. */
export function filledFrom(kept: FighterRow, double: FighterRow): FighterRowUpdate {
  const entries = mergedFields
    .filter((field) => kept[field] === null && double[field] !== null)
    .map((field) => [field, double[field]]);
  return Object.fromEntries(entries);
}

type MergedBout = Pick<
  BoutRow,
  'redFighterId' | 'blueFighterId' | 'replacements' | 'status' | 'statusReason'
>;

/** A bout without the double. Who has replaced themselves was not replaced. */
export function withoutDouble<Bout extends MergedBout>(
  bout: Bout,
  doubleId: string,
  kept: { id: string; name: string },
): MergedBout {
  const current = (id: string | null) => (id === doubleId ? kept.id : id);
  const redFighterId = current(bout.redFighterId);
  const blueFighterId = current(bout.blueFighterId);
  const isGone = ({ corner, fighterId }: Replacement) =>
    fighterId !== (corner === 'red' ? redFighterId : blueFighterId);
  const replacements = bout.replacements
    .map((gone) => (gone.fighterId === doubleId ? { ...gone, fighterId: kept.id, name: kept.name } : gone))
    .filter(isGone);
  const isReplaced = bout.status !== 'replaced' || replacements.length > 0;
  return {
    redFighterId,
    blueFighterId,
    replacements,
    status: isReplaced ? bout.status : 'announced',
    statusReason: isReplaced ? bout.statusReason : null,
  };
}
