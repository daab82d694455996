/** What the admin area needs at least; its pages ask for more where they do more. */
export const adminPermissions = ['event:read'];

/** All of them (specification, section 6). */
export function holdsAll(held: readonly string[], needed: readonly string[]) {
  return needed.every((code) => held.includes(code));
}

export function mayEnterAdmin(held: readonly string[]) {
  return holdsAll(held, adminPermissions);
}
