/**
 * Who may change the access of other users (docs/product.md, 11.6 and 11.7). The *held* permissions are those of the
 * caller. All functions follow two rules: nobody can grant a permission that they do not hold; nobody can take access
 * from, sign out or delete a user who holds more than they do. Without these rules, the permission to change access or
 * passwords would be worth as much as all permissions.
 */
import type { Issue } from '../../http/problems.ts';

/** Holds every permission; at least one user always has this role. */
export const administratorRole = 'administrator';

/** Every platform has these roles, and nobody can change them. */
const builtInRoles: ReadonlySet<string> = new Set([administratorRole, 'organiser', 'timekeeper', 'viewer']);

export function isBuiltIn(roleCode: string): boolean {
  return builtInRoles.has(roleCode);
}

/** The wanted codes that are not held, in the wanted order. */
export function missingPermissions(held: string[], wanted: string[]): string[] {
  return wanted.filter((code) => !held.includes(code));
}

/** The permissions of every role that exists. */
export type RolePermissions = ReadonlyMap<string, string[]>;

/** An omitted list stays unchanged. */
export interface Grants {
  roleCodes?: string[] | undefined;
  permissionCodes?: string[] | undefined;
}

/** Issues for the codes that do not exist. */
export function findUnknownCodes(wanted: Grants, known: { roles: RolePermissions; permissions: string[] }) {
  return issuesOf(wanted, {
    role: (code) => (known.roles.has(code) ? undefined : 'There is no such role.'),
    permission: (code) => (known.permissions.includes(code) ? undefined : 'There is no such permission.'),
  });
}

/** Issues for the grants that the caller lacks. Grants of `current` can always be kept. */
export function findForbiddenGrants(
  wanted: Grants,
  { held, current, roles }: { held: string[]; current: Grants; roles: RolePermissions },
): Issue[] {
  return issuesOf(wanted, {
    role: (code) => {
      if (current.roleCodes?.includes(code)) return undefined;
      const lacking = missingPermissions(held, roles.get(code) ?? []);
      return lacking.length > 0
        ? `You do not hold every permission of this role: ${lacking.join(', ')}.`
        : undefined;
    },
    permission: (code) =>
      current.permissionCodes?.includes(code) || held.includes(code)
        ? undefined
        : 'You do not hold this permission yourself.',
  });
}

/** Whether a list that was sent omits a code of `current`. */
export function takesAway(wanted: Grants, current: Required<Grants>): boolean {
  return lists.some(
    (name) => missingPermissions(wanted[name] ?? current[name] ?? [], current[name] ?? []).length > 0,
  );
}

/** Whether a list that was sent has a code that is not in `current`. */
export function grantsMore(wanted: Grants, current: Required<Grants>): boolean {
  return lists.some((name) => missingPermissions(current[name] ?? [], wanted[name] ?? []).length > 0);
}

const lists = ['roleCodes', 'permissionCodes'] as const;

function issuesOf(
  { roleCodes = [], permissionCodes = [] }: Grants,
  find: Record<'role' | 'permission', (code: string) => string | undefined>,
): Issue[] {
  const check = (list: string[], name: string, detailOf: (code: string) => string | undefined) =>
    list.flatMap((code, index): Issue[] => {
      const detail = detailOf(code);
      return detail === undefined ? [] : [{ detail, pointer: `/${name}/${index}`, location: 'body' }];
    });
  return [
    ...check(roleCodes, 'roleCodes', find.role),
    ...check(permissionCodes, 'permissionCodes', find.permission),
  ];
}
