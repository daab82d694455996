/** Thrown by the guard of a page for a signed-in user without the permissions that the page needs. */
export class MissingPermission extends Error {
  readonly codes: readonly string[];

  constructor(codes: readonly string[]) {
    super(`Missing permissions: ${codes.join(', ')}`);
    this.name = 'MissingPermission';
    this.codes = codes;
  }
}
