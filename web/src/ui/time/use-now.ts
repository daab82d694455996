import { useSyncExternalStore } from 'react';

const listeners = new Set<() => void>();
let timer: number | undefined;
let now = Date.now();

function subscribe(listener: () => void) {
  listeners.add(listener);
  now = Date.now();
  timer ??= window.setInterval(() => {
    now = Date.now();
    for (const each of listeners) each();
  }, 1000);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    window.clearInterval(timer);
    timer = undefined;
  };
}

/** What `read` makes of the time, looked at once a second; who asks is drawn again only when that changes. */
export function useClock<Reading extends string | number>(read: (nowMs: number) => Reading) {
  return useSyncExternalStore(subscribe, () => read(now));
}

/** The time in milliseconds, ticking once a second, or less often by `stepMs`. */
export function useNow(stepMs = 1000) {
  return useClock((nowMs) => Math.floor(nowMs / stepMs) * stepMs);
}
