/**
 * Runs beside the app's own scripts and long before them, since it is small. On a watch page it sends for
 * everything that the video needs, on the home page for that page; elsewhere it does nothing.
 */
import { preloadHls } from './media/load-hls.ts';

const [, blockSlug] = /^\/competitions\/[^/]+\/([^/]+)\/?$/.exec(window.location.pathname) ?? [];

if (blockSlug && document.cookie.includes('identityToken=')) {
  preloadHls();
  void import('./competitions/early-watch.ts').then((watch) => watch.openWatchPageEarly(window.location));
  const page =
    blockSlug === 'live' ? import('./competitions/live-page.tsx') : import('./competitions/block-page.tsx');
  // The router asks for the page again, and answers for it.
  page.catch(() => {});
}

if (window.location.pathname === '/') import('./home/home-page.tsx').catch(() => {});
