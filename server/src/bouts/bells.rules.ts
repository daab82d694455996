/** How a tap becomes a bell. What bells mean: `@ringside/rules/bell`. Pure. */
import type { BellKind } from '@ringside/rules/bell';
import type { Issue } from '../http/problems.ts';

/** So long a device may have waited for the network, or its clock be behind. */
const trustedMs = 30_000;
const undoneWithinMs = 10 * 60_000;
export const bellTooOld = 'A bell is undone within ten minutes.';
export const bellOfAnother = 'Another bout has a bell of this id.';

/** @returns the time of the tap where it can be believed, else that of its arrival; never in the future. */
export function timeOfBell(tappedAt: string, now: Date): Date {
  const tapped = Date.parse(tappedAt);
  return tapped <= now.getTime() && tapped >= now.getTime() - trustedMs ? new Date(tapped) : now;
}

/** @param rounds of the bout, which may have one more after a draw. A round beyond would put all earlier ones into the past. */
export function findBellIssues(
  { kind, round }: { kind: BellKind; round: number | null },
  rounds: number,
): Issue[] {
  if (round !== null && round > rounds + 1)
    return [{ detail: `The bout has ${rounds} rounds.`, pointer: '/round', location: 'body' }];
  const hasRound = kind !== 'walkout' && kind !== 'over';
  if (hasRound === (round !== null)) return [];
  const detail = hasRound ? 'Must say which round.' : 'Must be null: it belongs to no round.';
  return [{ detail, pointer: '/round', location: 'body' }];
}

/** @param rungAt when it arrived: a tap that waited for the network can be undone for as long. */
export function canBeUndone(rungAt: string, now: Date): boolean {
  return now.getTime() - Date.parse(rungAt) <= undoneWithinMs;
}
