/**
 * Who may change the access of whom, as the server decides it (docs/product.md, 11.6 and 11.7): what would be refused is
 * not offered, and the page says why. The server checks every call itself.
 */
import type { components } from '@ringside/openapi/schema';

export type Role = components['schemas']['Role'];
export type ListedRole = components['schemas']['ListedRole'];
export type Permission = components['schemas']['Permission'];
export type UserAccess = components['schemas']['UserAccessDetails'];

export const administratorRole = 'administrator';

/** Every platform has these roles, and nobody can change them. */
const builtInRoles: readonly string[] = [administratorRole, 'organiser', 'viewer'];

export const isBuiltIn = (roleCode: string) => builtInRoles.includes(roleCode);

export const codesOf = (list: readonly { code: string }[]) => list.map(({ code }) => code);

/** The wanted codes that are not held. */
export function missing(held: readonly string[], wanted: readonly string[]) {
  return wanted.filter((code) => !held.includes(code));
}

/** Every permission of a user, through roles and directly, each once. */
export function permissionsOf({ roles, permissions }: UserAccess) {
  return [
    ...new Set([...roles.flatMap((role) => codesOf(role.permissions)), ...codesOf(permissions)]),
  ].sort();
}

/** Why the caller may not give this role; undefined: they may. */
export function whyNotGrantRole(held: readonly string[], role: Role) {
  const lacking = missing(held, codesOf(role.permissions));
  return lacking.length > 0 ? `You do not hold: ${lacking.join(', ')}.` : undefined;
}

/** Why the caller may not give this permission; undefined: they may. */
export function whyNotGrantPermission(held: readonly string[], code: string) {
  return held.includes(code) ? undefined : 'You do not hold it yourself.';
}

/** Whether nobody else is an administrator. `roles` may be unknown to the caller; then the server says it. */
export function isLastAdministrator(
  access: UserAccess | undefined,
  roles: readonly ListedRole[] | undefined,
) {
  const isAdministrator = access?.roles.some(({ code }) => code === administratorRole) ?? false;
  const holders = roles?.find(({ code }) => code === administratorRole)?.holders;
  return isAdministrator && holders === 1;
}

/** Why the caller may not change this role; undefined: they may. */
export function whyNotChangeRole(held: readonly string[], role: Role) {
  if (isBuiltIn(role.code)) return 'A built-in role stays as it is.';
  const lacking = missing(held, codesOf(role.permissions));
  return lacking.length > 0 ? `It gives permissions that you do not hold: ${lacking.join(', ')}.` : undefined;
}
