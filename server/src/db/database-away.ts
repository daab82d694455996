/** Other systems than the database report these, too: a picture store that cannot be found is away like it. */
const networkCodes = [
  ...['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH'],
  ...['ENOTFOUND', 'EAI_AGAIN'],
];

interface Fault {
  code?: string | undefined;
  message?: string | undefined;
}

/**
 * No connection could be made: by name, network, TLS, sign-in (class 28), a missing database (3D000) or one that accepts
 * no connections (55000). Its kind says so, not its code: poolers and drivers have more words for it than a list.
 */
export class NoConnectionError extends Error {
  override name = 'NoConnectionError';
  readonly code: string;

  constructor(cause: Fault) {
    const { code, message = '' } = cause;
    super(message || 'No connection to PostgreSQL', { cause });
    // pg's own errors have no code.
    this.code = code ?? (/timeout/.test(message) ? 'ETIMEDOUT' : message);
  }
}

/**
 * Whether the same request may succeed a moment later: no connection, or a lost one, server shutting down, read-only or
 * out of resources, statement or lock timeout, deadlock.
 */
export function isDatabaseAway(error: Fault): boolean {
  const { code = '', message = '' } = error;
  return (
    error instanceof NoConnectionError ||
    /^(08|53|57)\w{3}$/.test(code) ||
    // 23503: another transaction deleted a referenced row at the same time; a retry sees that.
    ['55P03', '40P01', '40001', '25006', '25P03', '25P04', '23503'].includes(code) ||
    networkCodes.includes(code) ||
    /Connection terminated|connection error and is not queryable/.test(message)
  );
}

/**
 * Why a command or a start can do nothing with this database, for the operator.
 * @returns the code, and PostgreSQL's words where it has answered; undefined: it is another error.
 */
export function unusableReason(error: Fault): string | undefined {
  const { code = '', message } = error;
  if (!(error instanceof NoConnectionError) && code !== '25006') return undefined;
  return /^[0-9A-Z]{5}$/.test(code) ? `${code}: ${message}` : code;
}
