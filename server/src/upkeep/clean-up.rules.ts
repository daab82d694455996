/** When a clean-up may delete. Pure: callers pass both clocks. */

const hour = 3_600_000;
/** It runs every ten minutes. */
const leapMs = hour;
/** Long enough for an operator to see the warning. */
export const waitMs = 24 * hour;

/** The date, and the milliseconds of the steady clock at the same moment. */
export interface Moment {
  date: number;
  steadyMs: number;
}

/** Somebody set the date in between, or the steady clock of this process did not run. */
export function hasLeapt(before: Moment, after: Moment): boolean {
  return Math.abs(after.date - before.date - (after.steadyMs - before.steadyMs)) > leapMs;
}
