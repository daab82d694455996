/** One pending retry. While the browser is offline, the retry waits for the network. */
interface RetryTimer {
  start: (afterMs: number, action: () => void) => void;
  cancel: () => void;
}

export function createRetryTimer(): RetryTimer {
  let pending: (() => void) | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function cancel() {
    clearTimeout(timer);
    if (pending) window.removeEventListener('online', pending);
    pending = undefined;
  }

  return {
    start(afterMs, action) {
      cancel();
      const run = () => {
        cancel();
        action();
      };
      pending = run;
      window.addEventListener('online', run);
      timer = setTimeout(() => {
        if (navigator.onLine) run();
      }, afterMs);
    },
    cancel,
  };
}
