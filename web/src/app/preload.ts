/**
 * Loads the page behind a link when the link is hovered or focused, at most four pages at a time (docs/product.md,
 * 2.6). It listens on the document, so that links need no code of their own.
 */
import { matchRoutes, type RouteObject } from 'react-router';

const preloadLimit = 4;

/** The `handle` of a lazy route: the import of its page without the reload guard. */
export interface PageHandle {
  preload?: () => Promise<unknown>;
}

export function preloadOnIntent(routes: RouteObject[]) {
  const seen = new Set<string>();
  const waiting: string[] = [];
  let running = 0;

  async function run(path: string) {
    running += 1;
    const matches = matchRoutes(routes, path) ?? [];
    const loads = matches.map(({ route }) => (route.handle as PageHandle | undefined)?.preload?.());
    // A failed preload is ignored: the router loads the page again when the viewer goes there.
    await Promise.allSettled(loads);
    running -= 1;
    const next = waiting.shift();
    if (next !== undefined) void run(next);
  }

  function onIntent(event: Event) {
    const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[href]') : null;
    if (!link || link.origin !== window.location.origin || seen.has(link.pathname)) return;
    seen.add(link.pathname);
    if (running < preloadLimit) void run(link.pathname);
    else if (waiting.length < preloadLimit) waiting.push(link.pathname);
    else seen.delete(link.pathname);
  }

  document.addEventListener('pointerover', onIntent, { passive: true });
  document.addEventListener('focusin', onIntent);
  return () => {
    document.removeEventListener('pointerover', onIntent);
    document.removeEventListener('focusin', onIntent);
  };
}
