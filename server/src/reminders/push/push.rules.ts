/** How many devices, and when a message that a push service did not take is tried again. */

const [second, minute] = [1_000, 60_000];

/** More than a person has; an account does not become a list of addresses to call. */
export const devicesPerUser = 10;
/** The longest time of one attempt. A push service answers within a second. */
export const sendLimitMs = 5 * second;
/** A beginning that moves by less is not told again. */
export const movedMs = 30 * minute;
/** A message that a bout is next is of use until so long after its expected begin. */
export const boutUsefulMs = 20 * minute;
/** How long a claimed message belongs to its worker, which may have died; well above the time of an attempt. */
export const leaseMs = minute;

/** `gone`: the device does not exist any more. `refused`: this message never will be taken. `away`: later maybe. */
export type PushOutcome = {
  /** In the words of the push service, for the log. */
  reason?: string | undefined;
} & ({ result: 'taken' | 'gone' | 'refused' } | { result: 'away'; retryAfterMs?: number | undefined });

/** A push service that asks for more is asked again after this. */
const longestPauseMs = 15 * minute;

/** @param retryAfter the header, if there is one. @returns the pause that it asks for. */
export function pauseOf(retryAfter: string | null | undefined): number | undefined {
  const seconds = Number(retryAfter ?? 0);
  return seconds > 0 ? Math.min(seconds * second, longestPauseMs) : undefined;
}

const delays = [10 * second, 30 * second, minute, 2 * minute, 5 * minute];

/**
 * @param attempts including this one.
 * @param usefulMs how long the reminder remains useful.
 * @param retryAfterMs what the push service asked for.
 */
export function nextAttempt({
  attempts,
  usefulMs,
  retryAfterMs = 0,
}: {
  attempts: number;
  usefulMs: number;
  retryAfterMs?: number | undefined;
}): number | 'give-up' {
  const delay = Math.max(retryAfterMs, delays[attempts - 1] ?? 5 * minute);
  return delay >= usefulMs ? 'give-up' : delay;
}
