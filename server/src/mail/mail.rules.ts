/** When a mail that could not be sent is tried again, and when it is given up. */

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;

/** One attempt never takes longer. */
export const sendLimitMs = 45 * second;
/** A worker that has died with a mail in its hands loses it after this; well above what an attempt takes. */
export const leaseMs = 2 * minute;
/**
 * `away`: the server could not be reached or broke off, so that the next mail would fare no better.
 * `postponed`: it refused this mail for now (4xx). `refused`: it refused this mail (5xx).
 */
export type SendFault = 'away' | 'postponed' | 'refused';

const delays = [10 * second, 30 * second, minute, 2 * minute, 5 * minute, 10 * minute, 30 * minute, hour];
/** A 5xx is meant to last, but a server that is set up wrongly for a moment says it, too. */
const refusalDelays = [minute, 10 * minute];

/**
 * @param attempts how many there were, this one included.
 * @param usefulMs how long the mail is still of use to anybody.
 * @returns in how many milliseconds to try again.
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
