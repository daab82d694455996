/** Faults that the environment can mend are reported in one line, without a stack. */
import { ConfigError } from './config.ts';

/**
 * For the `catch` of a step.
 * @param codeOf the error's code when it is such a fault, undefined for any other error.
 * @throws ConfigError that says what was expected; any other error as it is.
 */
export function nameCause(expected: string, codeOf: (error: NodeJS.ErrnoException) => string | undefined) {
  return (error: NodeJS.ErrnoException): never => {
    const code = codeOf(error);
    throw code ? new ConfigError(`Cannot start:\n- ${expected} (${code})`) : error;
  };
}

export function notFreeCode({ code = '' }: NodeJS.ErrnoException): string | undefined {
  return ['EADDRINUSE', 'EADDRNOTAVAIL', 'EACCES', 'ENOTFOUND'].includes(code) ? code : undefined;
}
