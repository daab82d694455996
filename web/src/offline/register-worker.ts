/** Registers the service worker when the first page is at rest. The native shell brings its files along and gets none. */
import { homeLists } from '@ringside/openapi/checks/home-lists';
import { isWatchPage } from '../app/paths.ts';
import { serverNow } from '../clock.ts';
import { config } from '../config.ts';
import { native } from '../native.ts';
import { schedulePath } from './kept.ts';
import type { KeepMessage } from './worker.ts';

const restMs = 4_000;

/** The lists of the home page. The server writes them into the page, so the worker has not seen them come. */
function homeAddresses() {
  return Object.values(homeLists(new Date(serverNow()).toISOString())).map(({ filter, order, limit }) => {
    const query = new URLSearchParams({ filter: JSON.stringify(filter), limit: String(limit) });
    for (const field of order) query.append('order', field);
    return `${window.location.origin}${schedulePath}?${query}`;
  });
}

async function register(workers: ServiceWorkerContainer) {
  try {
    await workers.register('/service-worker.js', { updateViaCache: 'none' });
    const { active } = await workers.ready;
    active?.postMessage({ keep: homeAddresses() } satisfies KeepMessage);
  } catch {
    // Private windows of some browsers refuse. The app only needs a network then.
  }
}

export function registerWorker({ isBuilt } = config) {
  const workers = navigator.serviceWorker as ServiceWorkerContainer | undefined;
  if (!isBuilt || native().isNative || !workers) return;
  // While a video starts, nothing else loads. The next page registers it.
  const start = () => !isWatchPage(window.location.pathname) && void register(workers);
  const wait = () => void window.setTimeout(start, restMs);
  if (document.readyState === 'complete') wait();
  else window.addEventListener('load', wait, { once: true });
}
