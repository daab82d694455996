/**
 * A machine clock that is wrong: by CLOCK_ERROR_MS for a whole process (`node --import` this file), or, with
 * TEST_CLOCKS=apart, by `withClockError` for the work of one server and everything that it awaits.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { fileURLToPath } from 'node:url';

const { CLOCK_ERROR_MS, TEST_CLOCKS } = process.env;
const RightDate = Date;
const errorMs = new AsyncLocalStorage<number>({ defaultValue: Number(CLOCK_ERROR_MS ?? 0) });

/** The right time, for every caller. */
export const rightNow = (): number => RightDate.now();
const wrongNow = () => RightDate.now() + Number(errorMs.getStore());

export function withClockError<T>(ms: number, work: () => T): T {
  return errorMs.run(ms, work);
}

/** For the environment of a server process. */
export function clockError(ms: number): Record<string, string> {
  return { CLOCK_ERROR_MS: String(ms), NODE_OPTIONS: `--import=${fileURLToPath(import.meta.url)}` };
}

// A proxy instead of a subclass: dates that other code has made stay instances of it.
if (CLOCK_ERROR_MS !== undefined || TEST_CLOCKS === 'apart')
  globalThis.Date = new Proxy(RightDate, {
    construct: (target, given, self) =>
      Reflect.construct(target, given.length > 0 ? given : [wrongNow()], self),
    get: (target, name) => (name === 'now' ? wrongNow : Reflect.get(target, name)),
  });
