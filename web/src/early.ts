/**
 * The first script of every page. It is small and loads before the app. On a watch page it opens the video and gives
 * it a head start, because starting the app keeps the browser busy; on the home page it loads that page in parallel.
 */
import { isWatchPage } from './app/paths.ts';

/** The app waits at most this long for the first frame. */
const headStartMs = 400;

/** Resolves when the app may start. */
export async function startEarly({ pathname }: Location) {
  if (isWatchPage(pathname) && document.cookie.includes('identityToken=')) {
    await Promise.race([openVideo(), new Promise((resolve) => setTimeout(resolve, headStartMs))]);
  }
  // An error is ignored here: the router loads the page again and handles its errors.
  if (pathname === '/') import('./home/home-page.tsx').catch(() => {});
}

/** When this fails, the page opens the video itself, later. */
async function openVideo() {
  try {
    const { openWatchPageEarly } = await import('./watching/early-watch.ts');
    await openWatchPageEarly(window.location)?.hasFrame;
  } catch {
    // The page will get the same error and show it.
  }
}
