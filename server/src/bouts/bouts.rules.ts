/** How a card may change. Pure. */
import type { Issue } from '../http/problems.ts';
import type { BoutRow, Replacement, WeighIn } from './bouts.tables.ts';

export const mostBouts = 60;
export const cardHasChanged = 'The card has changed. Load it again.';
export const boutIsDecided = 'This bout has a result. Correct it to a no contest before you cancel it.';
export const boutIsKept = 'This bout was rung or has a result. Cancel it instead of deleting it.';
export const tooManyBouts = `A block has at most ${mostBouts} bouts.`;

const corners = ['red', 'blue'] as const;
type FighterColumn = `${(typeof corners)[number]}FighterId`;
type Corners = Partial<Record<FighterColumn, string | null | undefined>>;

export function findCornerIssues({ redFighterId, blueFighterId }: Corners, given: Corners): Issue[] {
  if (!redFighterId || redFighterId.toLowerCase() !== blueFighterId?.toLowerCase()) return [];
  const pointer = given.blueFighterId ? '/blueFighterId' : '/redFighterId';
  return [{ detail: 'This fighter stands in the other corner.', pointer: pointer, location: 'body' }];
}

/**
 * Who was announced first stays known, also when a second replacement follows, and is forgotten when they come back.
 * @param nameOf of the fighters who stood in the corners until now.
 */
export function replacementsAfter(
  before: Pick<BoutRow, FighterColumn | 'replacements'>,
  given: Corners,
  nameOf: (fighterId: string) => string,
): Replacement[] {
  return corners.flatMap((corner) => {
    const known = before.replacements.filter((replacement) => replacement.corner === corner);
    const [old, next] = [before[`${corner}FighterId`], given[`${corner}FighterId`]?.toLowerCase()];
    if (next === undefined || next === old) return known;
    const [first] =
      known.length > 0 || old === null ? known : [{ corner, fighterId: old, name: nameOf(old) }];
    return first === undefined || first.fighterId === next ? [] : [first];
  });
}

function isOther(before: Pick<BoutRow, FighterColumn>, given: Corners, column: FighterColumn): boolean {
  return given[column] !== undefined && (given[column]?.toLowerCase() ?? null) !== before[column];
}

/** The weigh-in of the fighter who stood there is not that of the next one. @returns what the change must clear. */
export function clearedWeighIns(
  before: Pick<BoutRow, FighterColumn>,
  given: Corners,
): Partial<Pick<BoutRow, 'redWeighIn' | 'blueWeighIn'>> {
  return {
    ...(isOther(before, given, 'redFighterId') && { redWeighIn: null }),
    ...(isOther(before, given, 'blueFighterId') && { blueWeighIn: null }),
  };
}

/** Whether those who wait for the bout have something to hear. */
export function isAnnouncedOtherwise(
  before: Pick<BoutRow, FighterColumn | 'status'>,
  { status, ...given }: Corners & Pick<BoutRow, 'status'>,
): boolean {
  return (
    status !== before.status ||
    isOther(before, given, 'redFighterId') ||
    isOther(before, given, 'blueFighterId')
  );
}

/** A cancelled bout stays so until it is announced again. */
export function statusAfter(
  before: BoutRow['status'],
  given: 'announced' | 'cancelled' | undefined,
  replacements: readonly Replacement[],
): BoutRow['status'] {
  if ((given ?? before) === 'cancelled') return 'cancelled';
  return replacements.length > 0 ? 'replaced' : 'announced';
}

interface WeighInInput {
  weightKg: number;
  day?: string | null | undefined;
  isMissed?: boolean | undefined;
  consequence?: string | null | undefined;
}

export function completeWeighIn(input: WeighInInput | null): WeighIn | null {
  if (input === null) return null;
  const { weightKg, day = null, isMissed = false, consequence = null } = input;
  return { weightKg: roundedKg(weightKg), day, isMissed, consequence };
}

export function roundedKg(kilograms: number): number {
  return Math.round(kilograms * 100) / 100;
}

/** @returns whether the order names each bout of the card once, and nothing else. */
export function isSameCard(card: readonly string[], ordered: readonly string[]): boolean {
  const named = new Set(ordered.map((id) => id.toLowerCase()));
  return named.size === ordered.length && named.size === card.length && card.every((id) => named.has(id));
}
