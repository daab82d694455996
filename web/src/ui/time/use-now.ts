import { useSyncExternalStore } from 'react';
import { serverNow } from '../../clock.ts';
import { useServed } from '../../rendering.ts';
import { createStore } from '../../store.ts';

const now = createStore(serverNow());
let listenerCount = 0;
let timer: number | undefined;

/** The clock ticks only while it has listeners. */
function subscribe(listener: () => void) {
  const unsubscribe = now.subscribe(listener);
  const tick = () => now.set(serverNow());
  // Each tick makes every listener read. A clock that runs is right to the second; one tick a card would be too many.
  if (listenerCount === 0) tick();
  listenerCount += 1;
  timer ??= window.setInterval(tick, 1000);
  return () => {
    unsubscribe();
    listenerCount -= 1;
    if (listenerCount > 0) return;
    window.clearInterval(timer);
    timer = undefined;
  };
}

/** Calls `read` with the time once a second; the component renders again only when the result changes. On the server it is when the page was served. */
export function useClock<Reading extends string | number>(read: (nowMs: number) => Reading) {
  const { at } = useServed();
  return useSyncExternalStore(
    subscribe,
    () => read(now.get()),
    () => read(at),
  );
}

/** The time in milliseconds, rounded down to `stepMs`; it changes at most once a second. */
export function useNow(stepMs = 1000) {
  return useClock((nowMs) => Math.floor(nowMs / stepMs) * stepMs);
}
