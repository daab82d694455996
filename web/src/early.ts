/**
 * The first script of every page, small and alone. On a watch page it sends for the video before the app starts,
 * which keeps the browser busy for a while; on the home page it sends for that page beside the app.
 */
import { preloadHls } from './media/load-hls.ts';

/** So long the app waits at most for the video to be under way. */
const headStartMs = 300;

/** Resolves when the app may start. */
export async function sendEarly({ pathname }: Location) {
  const [, blockSlug] = /^\/competitions\/[^/]+\/([^/]+)\/?$/.exec(pathname) ?? [];
  if (blockSlug && document.cookie.includes('identityToken=')) {
    preloadHls();
    preloadPage();
    await Promise.race([openVideo(), new Promise((resolve) => setTimeout(resolve, headStartMs))]);
  }
  // The router asks for its page again, and answers for it.
  if (pathname === '/') import('./home/home-page.tsx').catch(() => {});
}

/** Sends for the page's chunks without running them: their names stand in the built page. */
function preloadPage() {
  const files = document.querySelector<HTMLMetaElement>('meta[name="watch-chunks"]')?.content ?? '';
  for (const href of files.split(' ')) {
    const kind = href.endsWith('.css') ? { rel: 'preload', as: 'style' } : { rel: 'modulepreload' };
    if (href)
      document.head.append(Object.assign(document.createElement('link'), { ...kind, crossOrigin: '', href }));
  }
}

/** Without the head start the page opens the video itself, later. */
async function openVideo() {
  try {
    const { openWatchPageEarly } = await import('./competitions/early-watch.ts');
    await openWatchPageEarly(window.location)?.isUnderWay;
  } catch {
    // The page will meet the same fault and say so.
  }
}
