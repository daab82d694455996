/** What starts when the first page is at rest: the service worker, and the hints in the corner. */
import { isBusy } from '../installing/is-busy.ts';
import { showHints } from '../installing/show-hints.tsx';
import { followBuilds } from '../offline/new-build.ts';
import { registerWorker } from '../offline/register-worker.ts';
import { router } from './browser-router.ts';

export function startAtRest() {
  const onNavigation = (call: () => void) =>
    router.subscribe(({ navigation }) => {
      if (navigation.state === 'idle') window.setTimeout(call);
    });
  showHints(onNavigation);
  startWorker(onNavigation);
}

/** While a video plays, nothing else loads: a later page registers the worker. */
function startWorker(onNavigation: (call: () => void) => () => void) {
  let isStarted = false;
  const start = async () => {
    if (isStarted || isBusy()) return;
    isStarted = true;
    const registration = await registerWorker();
    if (registration) followBuilds(registration, isBusy);
  };
  onNavigation(() => void start());
  void start();
}
