/**
 * Who may change what others may do (design, section 5). *Held* are the permissions of who asks. Two rules carry the
 * rest: nobody gives what he does not hold, and nobody takes from, signs out or removes who holds more than he does;
 * otherwise the permission to change access or passwords would be as good as every other.
 */
import type { Issue } from '../../http/problems.ts';

/** Holds everything; there is always somebody who has it. */
export const administratorRole = 'administrator';

/** Every platform has them as they are: what they mean can be relied on. */
const builtInRoles: ReadonlySet<string> = new Set([administratorRole, 'organiser', 'viewer']);

export function isBuiltIn(roleCode: string): boolean {
  return builtInRoles.has(roleCode);
}

/** What is wanted and not held, in the order wanted. */
export function lackingOf(held: string[], wanted: string[]): string[] {
  return wanted.filter((code) => !held.includes(code));
}

/** Permissions by role, of all roles that exist. */
export type RolePermissions = ReadonlyMap<string, string[]>;

/** A list that is left out stays as it is. */
export interface Grants {
  roleCodes?: string[] | undefined;
  permissionCodes?: string[] | undefined;
}

/** Codes that name nothing. */
export function findUnknownCodes(wanted: Grants, known: { roles: RolePermissions; permissions: string[] }) {
  return issuesOf(wanted, {
    role: (code) => (known.roles.has(code) ? undefined : 'There is no such role.'),
    permission: (code) => (known.permissions.includes(code) ? undefined : 'There is no such permission.'),
  });
}

/** What is given, beyond `current`, by somebody who lacks it. Keeping what is there already gives nothing. */
export function findForbiddenGrants(
  wanted: Grants,
  { held, current, roles }: { held: string[]; current: Grants; roles: RolePermissions },
): Issue[] {
  return issuesOf(wanted, {
    role: (code) => {
      if (current.roleCodes?.includes(code)) return undefined;
      const lacking = lackingOf(held, roles.get(code) ?? []);
      return lacking.length > 0
        ? `You do not hold all that this role gives: ${lacking.join(', ')}.`
        : undefined;
    },
    permission: (code) =>
      current.permissionCodes?.includes(code) || held.includes(code)
        ? undefined
        : 'You do not hold this permission yourself.',
  });
}

/** Whether a list that is sent leaves out something of `current`. */
export function takesAway(wanted: Grants, current: Required<Grants>): boolean {
  const lost = (['roleCodes', 'permissionCodes'] as const).flatMap((name) =>
    lackingOf(wanted[name] ?? current[name] ?? [], current[name] ?? []),
  );
  return lost.length > 0;
}

function issuesOf(
  { roleCodes = [], permissionCodes = [] }: Grants,
  find: Record<'role' | 'permission', (code: string) => string | undefined>,
): Issue[] {
  const look = (list: string[], name: string, detailOf: (code: string) => string | undefined) =>
    list.flatMap((code, index): Issue[] => {
      const detail = detailOf(code);
      return detail === undefined ? [] : [{ detail, pointer: `/${name}/${index}`, location: 'body' }];
    });
  return [
    ...look(roleCodes, 'roleCodes', find.role),
    ...look(permissionCodes, 'permissionCodes', find.permission),
  ];
}
