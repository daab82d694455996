/** The permissions that the admin area requires; its pages may require more. */
export const adminPermissions = ['event:read'];

/** True when all needed permissions are held (docs/product.md, 11.1). */
export function holdsAll(held: readonly string[], needed: readonly string[]) {
  return needed.every((code) => held.includes(code));
}

export function mayEnterAdmin(held: readonly string[]) {
  return holdsAll(held, adminPermissions);
}
