/** What starts when the first page is at rest: the service worker, and the hints in the corner. */
import { session } from '../identity/sessions/current-session.ts';
import { isBusy } from '../installing/is-busy.ts';
import { showHints } from '../installing/show-hints.tsx';
import { followBuilds } from '../offline/new-build.ts';
import { registerWorker } from '../offline/register-worker.ts';
import { router } from './browser-router.ts';
import { queryClient } from './query-client.ts';

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
    if (!registration) return;
    followBuilds(registration, isBusy);
    void renewPush().catch(() => {});
  };
  onNavigation(() => void start());
  void start();
}

/** The worker may have missed it, or had no network. */
async function renewPush() {
  if (!session.state().isLoggedIn) return;
  const { renewDevicePush } = await import('../viewer/reminders/device.queries.ts');
  await renewDevicePush(queryClient);
}
