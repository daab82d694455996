/** Each of these opens a page of the admin area; its pages may require more. */
const adminPermissions = [
  'event:read',
  'event:bell',
  'event:result',
  'promotion:read',
  'identity.user:read',
  'identity.auth.access:read',
  'settings:read',
];

/** True when all needed permissions are held (docs/product.md, 11.1). */
export function holdsAll(held: readonly string[], needed: readonly string[]) {
  return needed.every((code) => held.includes(code));
}

export function mayEnterAdmin(held: readonly string[]) {
  return adminPermissions.some((code) => held.includes(code));
}
