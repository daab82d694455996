/**
 * Wall time is what a clock on the wall of the venue shows: `2026-11-21T20:00`, without an offset. An instant is a
 * moment for the whole world: `2026-11-21T19:00:00+00:00`, as the contract has it. In the night in which the clocks
 * change, a wall time may stand for no instant or for two.
 */
import type { TemporalApi } from './temporal.ts';

export type WallTime =
  | { kind: 'one'; instant: string }
  /** The clocks are set back over it: it comes first with the larger offset, then again. */
  | { kind: 'twice'; first: string; second: string }
  /** The clocks jump over it, from one time to another; `next` is as long after the jump. */
  | { kind: 'never'; from: string; to: string; next: string };

/** @returns undefined when the text is no time of a calendar or the zone is not known. */
export function readWallTime(temporal: TemporalApi, wall: string, zone: string): WallTime | undefined {
  try {
    const plain = temporal.PlainDateTime.from(wall);
    const earlier = plain.toZonedDateTime(zone, { disambiguation: 'earlier' });
    const later = plain.toZonedDateTime(zone, { disambiguation: 'later' });
    if (earlier.epochMilliseconds === later.epochMilliseconds)
      return { kind: 'one', instant: textOf(earlier) };
    if (earlier.toPlainDateTime().equals(plain))
      return { kind: 'twice', first: textOf(earlier), second: textOf(later) };
    const jump = later.getTimeZoneTransition('previous') ?? later;
    const gap = later.offsetNanoseconds - earlier.offsetNanoseconds;
    const to = jump.toPlainDateTime();
    const from = to.subtract({ nanoseconds: gap });
    return { kind: 'never', from: clock(from), to: clock(to), next: textOf(later) };
  } catch {
    return undefined;
  }
}

/** The wall time of an instant, to the minute; undefined when one of the two cannot be read. */
export function wallTimeOf(temporal: TemporalApi, instant: string, zone: string): string | undefined {
  try {
    const there = temporal.Instant.from(instant).toZonedDateTimeISO(zone);
    return there.toPlainDateTime().toString({ smallestUnit: 'minute' });
  } catch {
    return undefined;
  }
}

/** The same time on the clocks of another zone: 20:00 stays 20:00. */
export function moveToZone(temporal: TemporalApi, instant: string, from: string, to: string): string {
  try {
    const there = temporal.Instant.from(instant).toZonedDateTimeISO(from);
    return textOf(there.toPlainDateTime().toZonedDateTime(to));
  } catch {
    return instant;
  }
}

/** Whole days later in the zone, so that 20:00 stays 20:00 across a change of summer time. */
export function addDays(temporal: TemporalApi, instant: string, zone: string, days: number): string {
  return textOf(temporal.Instant.from(instant).toZonedDateTimeISO(zone).add({ days }));
}

/** Whole days from one day (`2026-11-21`) to another. */
export function daysBetween(temporal: TemporalApi, from: string, to: string): number {
  return temporal.PlainDate.from(from).until(temporal.PlainDate.from(to), { largestUnit: 'day' }).days;
}

/** As the server writes instants, so that an unchanged time is no change. */
function textOf(zoned: Temporal.ZonedDateTime) {
  return zoned.toInstant().toString().replace('Z', '+00:00');
}

function clock(plain: Temporal.PlainDateTime) {
  return plain.toPlainTime().toString({ smallestUnit: 'minute' });
}
