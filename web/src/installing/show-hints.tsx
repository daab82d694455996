/**
 * The two hints in the corner: a new version, and the install hint (docs/product.md, 41.2 to 41.7). Neither is shown while a
 * video plays or waits, and both go when one starts.
 */
import { newBuild } from '../offline/new-build.ts';
import { corner } from '../ui/corner.tsx';
import { InstallHint } from './install-hint.tsx';
import { isGoodMoment, noteShown, noteVisit, noteWatched } from './install-memory.ts';
import { installPrompt } from './install-prompt.ts';
import { type InstallWay, installWay } from './install-way.ts';
import { isBusy, isWatching } from './is-busy.ts';
import { NewBuildHint } from './new-build-hint.tsx';

type Content = NonNullable<ReturnType<typeof corner.get>>;

const tickMs = 15_000;
/** Where somebody fills in a form or pays, nothing is said. */
const quietPage = /^\/(?:auth|checkout)(?:\/|$)/;
/** Where somebody looks around. */
const installPage = /^\/(?:schedule|replays|search|competitions\/[^/]+)?\/?$/;

/** @param onNavigation calls back after each navigation. */
export function showHints(onNavigation: (look: () => void) => void) {
  let shown: { content: Content; way: InstallWay; worker: ServiceWorker | null } | null = null;
  /** The viewer wants it later. A newer build is told again. */
  let later: ServiceWorker | null = null;

  function look() {
    if (shown && corner.get() !== shown.content) shown = null;
    const { pathname } = window.location;
    const mayShow = !isBusy() && !quietPage.test(pathname) && navigator.onLine;
    const worker = mayShow && newBuild.get() !== later ? newBuild.get() : null;
    const way = mayShow && !worker && installPage.test(pathname) ? wantedWay() : null;
    if (shown && shown.worker === worker && shown.way === way) return;
    if (shown) corner.set(null);
    shown = null;
    if ((!worker && !way) || corner.get() || !corner.isShown()) return;
    const node = worker ? (
      <NewBuildHint key="build" onClose={() => closeBuild(worker)} />
    ) : way ? (
      <InstallHint key="install" way={way} onClose={closeInstall} />
    ) : null;
    shown = { content: { node, onGone: () => {} }, way, worker };
    corner.set(shown.content);
  }

  /** What is on the screen stays there, although it was shown now. */
  function wantedWay() {
    return shown?.way || isGoodMoment() ? installWay() : null;
  }

  function closeBuild(worker: ServiceWorker) {
    later = worker;
    look();
  }

  function closeInstall() {
    noteShown();
    if (!shown?.way) return;
    corner.set(null);
    shown = null;
  }

  function tick() {
    if (isWatching()) noteWatched(tickMs / 1000);
    // Who goes on to a video at once has not seen it.
    if (shown?.way && document.visibilityState === 'visible') noteShown();
    if (document.visibilityState === 'visible') noteVisit();
    look();
  }

  noteVisit();
  window.setInterval(tick, tickMs);
  window.addEventListener('appinstalled', closeInstall);
  for (const name of ['online', 'offline']) window.addEventListener(name, look);
  document.addEventListener('play', look, true);
  newBuild.subscribe(look);
  installPrompt.subscribe(look);
  onNavigation(look);
  look();
}
