/**
 * Which calls are taken on while the server is short of something. A call that is refused costs nearly nothing: it is
 * the first thing that is decided. Those who watch are the last to feel it; health and the video's own files never do.
 */

import type { ContractOperation } from '../contract/document.ts';
import { problem } from '../http/problems.ts';
import type { Disk } from './free-disk.ts';
import type { Pressure } from './pressure.ts';

const limits = { eventLoopDelayMs: 500, databaseWaitMs: 1_000 };
/** Watching is refused only at a multiple; waiting for the database ends by itself at 3 seconds. */
const watchingFactor = { eventLoopDelayMs: 4, databaseWaitMs: 2.5 };

export type ShedReason = 'event-loop' | 'database' | 'disk';

interface Options {
  pressure?: Pressure | undefined;
  disk?: Disk | undefined;
  onShed?: (reason: ShedReason) => void;
}

/** @returns a check that throws the problem 503 for a call that must wait. */
export function createAdmission({ pressure, disk, onShed = () => {} }: Options) {
  const refuse = (reason: ShedReason, detail: string, retryAfter: number) => {
    onShed(reason);
    throw problem('service-unavailable', { detail, headers: { 'retry-after': String(retryAfter) } });
  };
  return async ({ facts }: ContractOperation): Promise<void> => {
    // Without these calls a fight that runs would stop.
    const isWatching = facts.shed === 'last';
    if (pressure) {
      const fault = overload(pressure, isWatching);
      // Spread, so that they do not all come back at once.
      if (fault)
        refuse(fault, 'The server is overloaded; try again soon.', 2 + Math.floor(Math.random() * 4));
    }
    if (disk === undefined || !needsDisk(disk, facts)) return;
    const { level } = await disk.check();
    if (level === 'spent' || (level === 'scarce' && !isWatching)) {
      refuse(
        'disk',
        'The disk of the server is nearly full: nothing can be stored now. Reading goes on.',
        60,
      );
    }
  };
}

function overload(pressure: Pressure, isWatching: boolean): ShedReason | undefined {
  const isBeyond = (value: number, name: keyof typeof limits) =>
    value > limits[name] * (isWatching ? watchingFactor[name] : 1);
  if (isBeyond(pressure.eventLoopDelayMs(), 'eventLoopDelayMs')) return 'event-loop';
  if (isBeyond(pressure.databaseWaitMs(), 'databaseWaitMs')) return 'database';
}

function needsDisk({ holds }: Disk, { stores }: ContractOperation['facts']): boolean {
  if (holds === 'nothing' || stores === 'nothing') return false;
  return holds === 'database' || stores === 'files';
}
