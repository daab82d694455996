/** Counts what failed and ended alone, for `/metrics`: one feed, one film or one round of a job. The log says which, and why. */

const parts = [
  'connection',
  'feed',
  'film',
  'ladder',
  'mail',
  'picture',
  'provider',
  'push',
  'recording',
  'relay',
  'stream',
] as const;
export type Part = (typeof parts)[number];
export type PartLog = Record<'info' | 'warn' | 'error', (fields: object, message: string) => void>;

export class Failures {
  readonly #log: PartLog;
  readonly #counts = Object.fromEntries(parts.map((part) => [part, 0])) as Record<Part, number>;

  constructor(log: PartLog) {
    this.#log = log;
  }

  get counts(): Readonly<Record<Part, number>> {
    return this.#counts;
  }

  count(part: Part): void {
    this.#counts[part] += 1;
  }

  report(part: Part, error: unknown, message: string): void {
    this.logOf(part).warn({ err: error }, message);
  }

  /** For one part of the server: what it logs with an error is a failure. */
  logOf(part: Part): PartLog {
    const at = (level: keyof PartLog) => (fields: object, message: string) => {
      if ('err' in fields) this.count(part);
      this.#log[level]({ ...fields, part }, message);
    };
    return { info: at('info'), warn: at('warn'), error: at('error') };
  }
}
