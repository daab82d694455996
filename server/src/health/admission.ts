/**
 * Sheds calls while the server is overloaded. The check comes first, so a shed call costs almost nothing. Calls of
 * viewers who watch are shed last; health and media files never.
 */

import type { ContractOperation } from '../contract/document.ts';
import { problem } from '../http/problems.ts';
import type { Disk } from './free-disk.ts';
import type { Pressure } from './pressure.ts';

const limits = { eventLoopDelayMs: 500, databaseWaitMs: 1_000 };
/** Calls for watching are shed at a multiple of the limits; waiting for the database ends at 3 seconds anyway. */
const watchingFactor = { eventLoopDelayMs: 4, databaseWaitMs: 2.5 };

export type ShedReason = 'event-loop' | 'database' | 'disk';

interface Options {
  pressure?: Pressure | undefined;
  disk?: Disk | undefined;
  onShed?: (reason: ShedReason) => void;
}

/** @returns a check that throws problem 503 for a call that is shed. */
export function createAdmission({ pressure, disk, onShed = () => {} }: Options) {
  const shed = (reason: ShedReason, detail: string, retryAfter: number) => {
    onShed(reason);
    throw problem('service-unavailable', { detail, headers: { 'retry-after': String(retryAfter) } });
  };
  return async ({ facts }: ContractOperation): Promise<void> => {
    // Without these calls a running playback would stop.
    const isWatching = facts.shed === 'last';
    if (pressure) {
      const fault = overload(pressure, isWatching);
      // Random, so that the clients do not all retry at the same moment.
      if (fault) shed(fault, 'The server is overloaded; try again soon.', 2 + Math.floor(Math.random() * 4));
    }
    if (disk === undefined || !needsDisk(disk, facts)) return;
    const { level } = await disk.check();
    if (level === 'spent' || (level === 'scarce' && !isWatching)) {
      shed('disk', 'The disk of the server is nearly full: nothing can be stored now. Reading goes on.', 60);
    }
  };
}

/** Whether a call that is shed first would be shed now. */
export function isOverloaded(pressure: Pressure | undefined): boolean {
  return pressure !== undefined && overload(pressure, false) !== undefined;
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
