/**
 * The first module of every page. It is small and loads before the app. On a watch page it opens the video and gives it a
 * head start, because loading and starting the app keep line and browser busy; on the public pages it loads the page in
 * parallel. The head start of the video, in order:
 *
 *   head-script.ts     when-seen -> first-watch     the one call, before any module has loaded
 *   early.ts           begun-watch                  takes its answer, or sends it
 *                      early-watch                  opens the player; early-stage shows it where the page will
 *   the app            use-watch                    the page takes the running watch over
 */
import { begunWatch } from './viewer/watching/head-start/begun-watch.ts';
import { beginsWithWatch } from './viewer/watching/head-start/first-watch.ts';
import { whenSeen } from './viewer/watching/head-start/when-seen.ts';

/** The app waits at most this long for the first frame. */
const headStartMs = 1500;

/** The first frame follows the first files in about this time. Loading the app meanwhile would delay it. */
const decodingMs = 100;

const competitionPage = /^\/competitions\/[^/]+\/?$/;

/** Resolves when the app may start. */
export async function startEarly(location: Location) {
  const { pathname } = location;
  if (beginsWithWatch(location)) {
    await whenSeen();
    const asked = begunWatch(location);
    // The line is free when the first files have come.
    const files = asked?.then(({ media }) => Promise.all(media.files.values()));
    void (files ?? Promise.resolve()).catch(() => {}).then(() => setTimeout(loadRest, decodingMs));
    if (asked) await Promise.race([openVideo(), new Promise((resolve) => setTimeout(resolve, headStartMs))]);
  }
  await renderingPainted();
  loadRest();
  // An error is ignored here: the router loads the page again and handles its errors.
  if (pathname === '/') import('./viewer/home/home-page.tsx').catch(() => {});
  if (competitionPage.test(pathname))
    import('./viewer/competitions/page/competition-page.tsx').catch(() => {});
}

/** When this fails, the page opens the video itself, later. */
async function openVideo() {
  try {
    const { openWatchPageEarly } = await import('./viewer/watching/watch/early-watch.ts');
    await openWatchPageEarly(window.location)?.hasFrame;
  } catch {
    // The page will get the same error and show it.
  }
}

/** The app waits at most this long for the picture of the first screen. */
const pictureMs = 1000;

/** Resolves when the page that the server has rendered is on the screen; at once when it has rendered none. */
async function renderingPainted() {
  const root = document.getElementById('root');
  if (!root?.hasChildNodes() || document.visibilityState === 'hidden') return;
  const painted = async () => {
    await root
      .querySelector('img')
      ?.decode()
      .catch(() => {});
    // The second frame begins when the first has been painted. No frame begins before the style sheets have come.
    for (const _ of [1, 2]) await new Promise(requestAnimationFrame);
  };
  await Promise.race([painted(), new Promise((resolve) => setTimeout(resolve, pictureMs))]);
}

/** The scripts and styles of the app, which a page with a video or a rendering names but does not load (`web/build/app-chunks.ts`). */
function loadRest() {
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[data-later]')) {
    link.removeAttribute('data-later');
    link.rel = 'preload';
  }
}
