/** Something that the operator can put right; told in one line, without a stack. */
export class AdminError extends Error {
  override name = 'AdminError';
}
