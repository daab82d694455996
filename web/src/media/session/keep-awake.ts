/**
 * Keeps the screen on while a video plays (docs/product.md, 16.18). The browser takes the lock back when the page is
 * hidden, so it is requested again with the page. The native shell has a way of its own.
 */
export function createKeepAwake(wakeLock: WakeLock, page: Document) {
  let isNeeded = false;
  let held: WakeLockSentinel | undefined;
  let asked: Promise<unknown> = Promise.resolve();

  async function follow() {
    const isWanted = isNeeded && page.visibilityState === 'visible';
    if (isWanted && held?.released !== false) held = await wakeLock.request('screen');
    if (!isWanted) await held?.release();
  }

  /** In order, because a request takes its time. A device with little battery refuses it. */
  const ask = () => {
    asked = asked.then(follow).catch(() => {});
  };
  page.addEventListener('visibilitychange', ask);
  return (isNeededNow: boolean) => {
    isNeeded = isNeededNow;
    ask();
  };
}
