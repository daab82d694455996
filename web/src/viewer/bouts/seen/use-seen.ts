import { useSyncExternalStore } from 'react';
import { useClock } from '../../../ui/time/use-now.ts';
import { pictureClock } from '../night/current-picture.ts';
import { useOtherTabs } from '../night/use-other-tabs.ts';
import { isBehind } from '../results/reached-results.ts';
import { seenBouts } from './seen-bouts.ts';

const none = {};
const nothing: readonly string[] = [];

/** The bouts of this event that this browser has shown, and whether one of its live pictures is behind. */
export function useSeen(eventId: string): { seenIds: readonly string[]; isBehind: boolean } {
  const all: Readonly<Record<string, readonly string[]>> = useSyncExternalStore(
    seenBouts.subscribe,
    seenBouts.get,
    () => none,
  );
  const hasAsked = useOtherTabs();
  const isCaughtUp = useClock((now) => (hasAsked && !isBehind(pictureClock.pictures(), now) ? 1 : 0)) === 1;
  return { seenIds: all[eventId] ?? nothing, isBehind: !isCaughtUp };
}
