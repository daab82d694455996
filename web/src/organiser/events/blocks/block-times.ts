/** The times of the blocks of an event, as instants. Pure functions; the wall clock of the venue is the page's business. */

export interface Times {
  startDate: string;
  endDate: string;
}

const hourMs = 3_600_000;
const ms = (instant: string) => Date.parse(instant);
const iso = (instantMs: number) => new Date(instantMs).toISOString();

export function lengthMs({ startDate, endDate }: Times) {
  return ms(endDate) - ms(startDate);
}

/** The break after a block in milliseconds; negative when the next one begins before it ends. */
export function breakMs(block: Times, next: Times) {
  return ms(next.startDate) - ms(block.endDate);
}

/** Blocks that overlap have no order that could be turned round. */
export function canSwap(first: Times, second: Times) {
  return breakMs(first, second) >= 0;
}

/**
 * The second block takes the start of the first one, and the first one ends when the second one did. Both keep their
 * length, and the break between them keeps its own.
 */
export function swapped(first: Times, second: Times): { first: Times; second: Times } {
  const start = ms(first.startDate);
  const end = ms(second.endDate);
  return {
    second: { startDate: iso(start), endDate: iso(start + lengthMs(second)) },
    first: { startDate: iso(end - lengthMs(first)), endDate: iso(end) },
  };
}

/** Where the next block goes: after the last one, as long as asked; the first one fills the event. */
export function nextTimes(event: Times, blocks: readonly Times[], length = hourMs): Times {
  if (blocks.length === 0) return { startDate: event.startDate, endDate: event.endDate };
  const start = Math.max(...blocks.map(({ endDate }) => ms(endDate)));
  return { startDate: iso(start), endDate: iso(start + length) };
}

/** True when a part of the block is before or after its event. */
export function isOutside(event: Times, block: Times) {
  return ms(block.startDate) < ms(event.startDate) || ms(block.endDate) > ms(event.endDate);
}
