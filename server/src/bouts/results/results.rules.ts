/** How a version of a result comes to be. What fits together: `@ringside/rules/result`. Pure. */
import { type FoughtBout, findResultIssues, type ResultGiven } from '@ringside/rules/result';
import type { Issue } from '../../http/problems.ts';
import type { ResultRow } from '../bouts.tables.ts';

export const resultHasChanged = 'Somebody else has signed a result of this bout. Load it again.';
export const ownResult = 'You have signed this result. A second person confirms it.';
export const cornersHaveChanged = 'Other fighters stand in this bout by now. Load it again.';
export const cornerHasNobody = 'Both corners need a fighter before there is a result.';

/** @param version that the result will be. */
export function findSignIssues(
  { reason, ...given }: ResultGiven & { reason: string | null },
  bout: FoughtBout,
  version: number,
): Issue[] {
  const issues: Issue[] = findResultIssues(given, bout).map(({ field, detail }) => ({
    detail,
    pointer: `/${field}`,
    location: 'body',
  }));
  const isCorrection = version > 1;
  if (isCorrection === Boolean(reason)) return issues;
  const detail = isCorrection ? 'A correction needs a reason.' : 'Must be null: nothing is corrected.';
  return [...issues, { detail, pointer: '/reason', location: 'body' }];
}

/**
 * Whether this person may make it official.
 * @param newest the highest version of the bout.
 * @returns why not; `official`: it is so already.
 */
export function confirmation(
  { version, signedBy, officialAt }: Pick<ResultRow, 'version' | 'signedBy' | 'officialAt'>,
  newest: number,
  userId: string,
): 'allowed' | 'official' | typeof ownResult | typeof resultHasChanged {
  if (signedBy === userId) return ownResult;
  if (officialAt !== null) return 'official';
  return version === newest ? 'allowed' : resultHasChanged;
}

/** @param setting null: as soon as two people may. @param people who may sign and confirm. */
export function needsConfirmation(setting: boolean | null, people: number): boolean {
  return setting ?? people >= 2;
}
