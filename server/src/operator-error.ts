/** A fault that the operator can mend: printed as one line, without a stack. */
export class OperatorError extends Error {
  override name = 'OperatorError';
}
