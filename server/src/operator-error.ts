import { exitCodes } from './exit-codes.ts';

/** An error that the operator can fix: printed as one line, without a stack. */
export class OperatorError extends Error {
  override name = 'OperatorError';
  /** Of a process that cannot start because of it. */
  readonly exitCode: number = exitCodes.refused;
}
