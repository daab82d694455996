/**
 * The first script of every page, small and alone. On a watch page it sends for the video and gives it a head start,
 * since starting the app keeps the browser busy for a while; on the home page it sends for that page beside the app.
 */
import { isWatchPage } from './app/paths.ts';

/** So long the app waits at most for the first frame. */
const headStartMs = 400;

/** Resolves when the app may start. */
export async function sendEarly({ pathname }: Location) {
  if (isWatchPage(pathname) && document.cookie.includes('identityToken=')) {
    await Promise.race([openVideo(), new Promise((resolve) => setTimeout(resolve, headStartMs))]);
  }
  // The router asks for its page again, and answers for it.
  if (pathname === '/') import('./home/home-page.tsx').catch(() => {});
}

/** Without the head start the page opens the video itself, later. */
async function openVideo() {
  try {
    const { openWatchPageEarly } = await import('./watching/early-watch.ts');
    await openWatchPageEarly(window.location)?.hasFrame;
  } catch {
    // The page will meet the same fault and say so.
  }
}
