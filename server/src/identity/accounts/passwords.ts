/**
 * argon2id with OWASP's figures. At most two hashes run at once (each takes 19 MiB and a core), and one core stays
 * free for viewers. A short queue waits; more calls get a 503.
 * The queue has 64 places. Hashing whatever comes would take every core from the viewers; in a rush some sign-ins
 * have to come back.
 */
import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import pLimit from 'p-limit';
import { problem } from '../../http/problems.ts';

/** 2 is argon2id in the library's enumeration, an ambient `const enum` that this build cannot import. */
const cost = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 };
/** libuv has four threads for hashes and files: two stay free. */
const atOnce = Math.max(1, Math.min(2, availableParallelism() - 1));
const queueLimit = 64;

const limit = pLimit(atOnce);

/** @returns the PHC string to store. @throws problem 503 when too many are waiting. */
export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(password, cost));
}

/**
 * Takes the same time whether the account exists or not.
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
  return { running: limit.activeCount, waiting: limit.pendingCount };
}

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (limit.pendingCount >= queueLimit)
    throw problem('service-unavailable', { headers: { 'retry-after': '2' } });
  return limit(work);
}
