/**
 * What a restore wrote is *quiet* until `pnpm admin go-live`: no job runs, and no provider is asked. A rehearsal on a copy
 * of the data must not write to the people in it, and must not give their money back a second time.
 */
import type { Db } from '../db/database.ts';
import { findUpkeep } from './upkeep.repository.ts';

/** Costs no statement once the platform is live. */
export async function createQuiet(db: Db): Promise<() => Promise<boolean>> {
  const read = async () => (await findUpkeep(db)).quietSince !== null;
  let isQuiet = await read();
  return async () => {
    if (isQuiet) isQuiet = await read();
    return isQuiet;
  };
}

/**
 * @param free the names of the calls that go on: those that only read what is here, or that must not be asynchronous.
 * @param refusal what the other calls throw while the platform is quiet.
 */
export function quietly<System extends object>(
  system: System,
  isQuiet: () => Promise<boolean>,
  { free, refusal }: { free: readonly (keyof System)[]; refusal: () => Error },
): System {
  return new Proxy(system, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name);
      if (typeof member !== 'function') return member;
      if (free.includes(name as keyof System)) return member.bind(target);
      return async (...given: unknown[]) => {
        if (await isQuiet()) throw refusal();
        return member.apply(target, given);
      };
    },
  });
}
