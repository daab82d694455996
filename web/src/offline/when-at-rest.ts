/** Starts what no page waits for, when the first page is at rest. The native shell and development have none of it. */

import { config } from '../config.ts';
import { native } from '../native.ts';
import { isWatchPage } from '../paths.ts';

const restMs = 4_000;
/** While a video starts, nothing else loads. */
const watchRestMs = 60_000;

export function whenAtRest(start: () => Promise<void>, { isBuilt } = config) {
  if (!isBuilt || native().isNative) return;
  const wait = () => {
    const ms = isWatchPage(window.location.pathname) ? watchRestMs : restMs;
    // Without its file the page works all the same.
    window.setTimeout(() => void start().catch(() => {}), ms);
  };
  if (document.readyState === 'complete') wait();
  else window.addEventListener('load', wait, { once: true });
}
