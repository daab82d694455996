/** The error codes of an unreachable database: one list for requests and for commands. */
const networkCodes = ['ECONNREFUSED', 'ECONNRESET', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH'];

interface Fault {
  code?: string | undefined;
  message?: string | undefined;
}

/**
 * Whether the same request may succeed a moment later: connection refused or lost, server shutting down, out of
 * resources, statement or lock timeout, deadlock.
 */
export function isDatabaseAway({ code = '', message = '' }: Fault): boolean {
  return (
    /^(08|53|57)\w{3}$/.test(code) ||
    // 23503: another transaction deleted a referenced row at the same time; a retry sees that.
    ['55P03', '40P01', '40001', '25P03', '23503'].includes(code) ||
    [...networkCodes, 'EPIPE'].includes(code) ||
    /timeout exceeded when trying to connect|Connection terminated|connection error and is not queryable/.test(
      message,
    )
  );
}

/**
 * Why no connection can be made, for the operator: the server does not answer, is still starting (57P03), has no
 * connection left (53300), refuses the user (class 28) or has no such database (3D000).
 * @returns the error's code; undefined: it is another error.
 */
export function unreachableCode({ code, message = '' }: Fault): string | undefined {
  // pg's own message when the server accepts the connection but never answers.
  if (code === undefined)
    return /timeout exceeded when trying to connect|due to connection timeout/.test(message)
      ? 'ETIMEDOUT'
      : undefined;
  const isUnreachable =
    [...networkCodes, 'ENOTFOUND', '57P03', '53300'].includes(code) || /^(28|3D)\w{3}$/.test(code);
  return isUnreachable ? code : undefined;
}
