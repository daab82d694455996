/** Reports faults that the environment causes in one line, without a stack. */
import { ConfigError } from './config.ts';
import { exitCodes } from './exit-codes.ts';

type CodeOf = (error: NodeJS.ErrnoException) => string | undefined;

/** An address that the server needs is not free. */
class AddressTakenError extends ConfigError {
  override name = 'AddressTakenError';
  override readonly exitCode = exitCodes.taken;
}

/**
 * For the `catch` of a step.
 * @param codeOf returns the error's code for such a fault, undefined for any other error.
 * @throws ConfigError with the expected value; any other error unchanged.
 */
export function nameCause(expected: string, codeOf: CodeOf) {
  return (error: NodeJS.ErrnoException): never => {
    const code = codeOf(error);
    const Named = codeOf === notFreeCode ? AddressTakenError : ConfigError;
    throw code ? new Named(`Cannot start:\n- ${expected} (${code})`) : error;
  };
}

export function notFreeCode({ code = '' }: NodeJS.ErrnoException): string | undefined {
  return ['EADDRINUSE', 'EADDRNOTAVAIL', 'EACCES', 'ENOTFOUND'].includes(code) ? code : undefined;
}

/** The code of the error if a certificate cannot be read; otherwise undefined. */
export function unfitCode(error: NodeJS.ErrnoException): string | undefined {
  return error.name === 'CertificateError' ? error.code : undefined;
}
