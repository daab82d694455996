/** What the environment can mend is told in one line, without a stack. */
import { ConfigError } from './config.ts';

/** For the `catch` of a step. @throws ConfigError with what was expected when the code is one of the causes. */
export function nameCause(expected: string, isCause: (code: string) => boolean) {
  return (error: NodeJS.ErrnoException): never => {
    const { code = isTimeout(error) ? 'ETIMEDOUT' : '' } = error;
    throw isCause(code) ? new ConfigError(`Cannot start:\n- ${expected} (${code})`) : error;
  };
}

export function isNotFree(code: string): boolean {
  return ['EADDRINUSE', 'EADDRNOTAVAIL', 'EACCES', 'ENOTFOUND'].includes(code);
}

/**
 * Not there, or refusing who asks: wrong password (class 28), no such database (3D000), still starting (57P03), no
 * connection left (53300).
 */
export function isAway(code: string): boolean {
  return (
    ['ECONNREFUSED', 'ECONNRESET', 'ENOTFOUND', 'ETIMEDOUT', 'EHOSTUNREACH', '57P03', '53300'].includes(
      code,
    ) || /^(28|3D)\w{3}$/.test(code)
  );
}

/** What the pool says of a PostgreSQL that takes the connection and never answers. */
function isTimeout({ message }: Error): boolean {
  return /timeout exceeded when trying to connect|due to connection timeout/.test(message);
}
