/**
 * Follows new builds of the client (docs/product.md, 41.6 to 41.8). The worker of a new build waits. A page of that build
 * lets it take over. An older page shows a hint, and loads the new build when its viewer presses the button.
 */
import { createStore } from '../store.ts';
import type { BuildAnswer, BuildMessage } from './worker.ts';

const checkEveryMs = 3_600_000;
const lookEveryMs = 300_000;
/** A worker of before this question does not answer. */
const answerWithinMs = 3_000;

/** The worker of a newer build than this page. */
export const newBuild = createStore<ServiceWorker | null>(null);

/** @param isBusy while a video plays nothing is loaded. */
export function followBuilds(registration: ServiceWorkerRegistration, isBusy: () => boolean) {
  const judge = () => void judgeWaiting(registration.waiting);
  const judgeWhenInstalled = () => {
    const { installing } = registration;
    installing?.addEventListener('statechange', () => {
      if (installing.state === 'installed') judge();
    });
  };
  judge();
  // The browser looks for a new worker when a page loads: it may have found one before the app was there.
  judgeWhenInstalled();
  registration.addEventListener('updatefound', judgeWhenInstalled);

  // A page may stay open for days.
  let checkedAt = performance.now();
  const check = () => {
    const isDue = performance.now() - checkedAt >= checkEveryMs;
    if (!isDue || document.visibilityState !== 'visible' || !navigator.onLine || isBusy()) return;
    checkedAt = performance.now();
    registration.update().catch(() => {});
  };
  window.setInterval(check, lookEveryMs);
  document.addEventListener('visibilitychange', check);
}

/**
 * Loads the page in the new build, and that page lets the worker take over. This one may not: a worker that gets the request
 * of a page while it is being replaced can hold its successor back for 5 minutes in Chromium.
 */
export function loadNewBuild(reload: () => void) {
  // Without a network nothing is reloaded (34.3).
  if (navigator.onLine) reload();
}

async function judgeWaiting(waiting: ServiceWorker | null) {
  // The first worker of a browser replaces no other worker.
  if (!waiting || !navigator.serviceWorker.controller) return;
  const answer = await ask(waiting, { entry: ownEntry() });
  if (answer) newBuild.set(answer.isSame ? null : waiting);
}

function ownEntry() {
  const script = document.querySelector<HTMLScriptElement>('script[type="module"][src]');
  return script ? new URL(script.src).pathname : '';
}

/** Undefined: no answer came. */
function ask(worker: ServiceWorker, message: BuildMessage): Promise<BuildAnswer | undefined> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    const timer = setTimeout(() => finish(undefined), answerWithinMs);
    const finish = (answer: BuildAnswer | undefined) => {
      clearTimeout(timer);
      port1.close();
      resolve(answer);
    };
    port1.onmessage = ({ data }) => finish(data as BuildAnswer);
    worker.postMessage(message, [port2]);
  });
}
