import type { Db } from '../../db/database.ts';
import { problem, validationProblem } from '../../http/problems.ts';
import { findForbiddenGrants, findUnknownCodes, type Grants } from './authority.rules.ts';
import { listPermissions, listRoles } from './role.repository.ts';

/**
 * Checks that the codes exist and that the caller may grant them.
 * @param held the permissions of the caller. @param current the grants so far.
 * @throws problem 400 for unknown codes, 403 for permissions that the caller lacks; each with pointers.
 */
export async function assertGrants(
  trx: Db,
  wanted: Grants,
  { held, current }: { held: string[]; current: Grants },
): Promise<void> {
  const roles = new Map((await listRoles(trx)).map((role) => [role.code, codesOf(role.permissions)]));
  const unknown = findUnknownCodes(wanted, { roles, permissions: codesOf(await listPermissions(trx)) });
  if (unknown.length > 0) throw validationProblem(unknown);
  const issues = findForbiddenGrants(wanted, { held, current, roles });
  if (issues.length > 0)
    throw problem('forbidden', { detail: 'Nobody can grant a permission that they do not hold.', issues });
}

function codesOf(list: Array<{ code: string }>): string[] {
  return list.map(({ code }) => code);
}
