/** The bouts that this browser has shown, by the ids of their events (docs/product.md, 43.70). */
import { createEventStore } from '../event-store.ts';

/** More than an event has. */
const mostBouts = 300;
/** Longer than any id. */
const longestId = 64;

const isIds = (value: unknown): value is readonly string[] =>
  Array.isArray(value) &&
  value.length <= mostBouts &&
  value.every((id) => typeof id === 'string' && id.length <= longestId);

export const seenBouts = createEventStore<readonly string[]>({
  storageKey: 'ringside-seen',
  isValue: isIds,
  mostKept: 50,
});

export function noteSeen(eventId: string, boutId: string) {
  if (seenBouts.get()[eventId]?.includes(boutId)) return;
  seenBouts.put(eventId, (before = []) => [...new Set([...before, boutId])].slice(-mostBouts));
}
