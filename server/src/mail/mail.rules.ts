/** When a mail that could not be sent is tried again, and when it is given up. */

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;

/** The longest time of one attempt. */
export const sendLimitMs = 45 * second;
/** How long a claimed mail belongs to its worker, which may have died; well above the time of an attempt. */
export const leaseMs = 2 * minute;
/**
 * `unreachable`: the mail server cannot be reached or closed the connection, so the next mail would fail too.
 * `postponed`: it refused this mail for now (4xx). `refused`: it refused this mail (5xx).
 */
export type SendFault = 'unreachable' | 'postponed' | 'refused';

const delays = [10 * second, 30 * second, minute, 2 * minute, 5 * minute, 10 * minute, 30 * minute, hour];
/** A 5xx means a permanent failure, but a server that is misconfigured for a moment sends it too. */
const refusalDelays = [minute, 10 * minute];

/**
 * @param attempts the number of attempts, including this one.
 * @param usefulMs how long the mail remains useful.
 * @returns the milliseconds until the next attempt.
 */
export function nextAttempt({
  fault,
  attempts,
  usefulMs,
}: {
  fault: SendFault;
  attempts: number;
  usefulMs: number;
}): number | 'give-up' {
  const delay =
    fault === 'refused' ? refusalDelays[attempts - 1] : (delays[attempts - 1] ?? delays.at(-1) ?? hour);
  return delay === undefined || delay >= usefulMs ? 'give-up' : delay;
}
