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

/** The time in milliseconds, ticking once a second for everybody who looks, or less often by `stepMs`. */
export function useNow(stepMs = 1000) {
  return useSyncExternalStore(subscribe, () => Math.floor(now / stepMs) * stepMs);
}
