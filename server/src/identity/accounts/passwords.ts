/**
 * argon2id with OWASP's figures. At most two hashes run at once (each takes 19 MiB and a core), and one core stays free
 * for those who watch; a short queue waits, and what comes on top is told to come back.
 */
import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import { problem } from '../../http/problems.ts';

/** 2 is argon2id in the library's enumeration, which is ambient and so out of reach here. */
const cost = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 };
/** libuv has four threads for hashes and files: two stay free. */
const atOnce = Math.max(1, Math.min(2, availableParallelism() - 1));
const queueLimit = 64;

let running = 0;
const waiting: Array<() => void> = [];

/** @returns the PHC string to store. @throws problem 503 when too many are waiting. */
export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(password, cost));
}

/**
 * Costs the same time whether the account exists or not.
 * @param stored the PHC string, or null for an unknown user or an account without a password.
 * @throws problem 503 when too many are waiting.
 */
export async function isPasswordCorrect(stored: string | null, password: string): Promise<boolean> {
  const known = stored ?? (await unknownUserHash());
  const matches = await inTurn(() => verify(known, password));
  return matches && stored !== null;
}

let dummy: Promise<string> | undefined;
function unknownUserHash(): Promise<string> {
  dummy ??= hash('no account has this password', cost);
  return dummy;
}

/** For the metrics. */
export function passwordQueue(): { running: number; waiting: number } {
  return { running, waiting: waiting.length };
}

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= atOnce) {
    if (waiting.length >= queueLimit)
      throw problem('service-unavailable', { headers: { 'retry-after': '2' } });
    await new Promise<void>((resolve) => waiting.push(resolve));
  } else {
    running++;
  }
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else running--;
  }
}
