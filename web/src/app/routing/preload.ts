/**
 * Loads the page behind a link when the link is hovered or focused, in a queue of four pages (docs/product.md, 2.6). It listens on the document, so that links need no code of their own.
 */
import { matchRoutes, type RouteObject } from 'react-router';

const queueLength = 4;

/** The `handle` of a lazy route: the import of its page without the reload guard. */
export interface PageHandle {
  preload?: () => Promise<unknown>;
}

/**
 * @param routes returns all routes that are known by now.
 * @param onFirst is called with the first link.
 */
export function preloadOnIntent(routes: () => RouteObject[], onFirst = () => {}) {
  const seen = new Set<string>();
  let queued = 0;

  async function load(path: string) {
    queued += 1;
    const matches = matchRoutes(routes(), path) ?? [];
    const loads = matches.map(({ route }) => (route.handle as PageHandle | undefined)?.preload?.());
    // A failed preload is ignored: the router loads the page again when the viewer goes there.
    await Promise.allSettled(loads);
    queued -= 1;
  }

  function onIntent(event: Event) {
    const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[href]') : null;
    if (!link || link.origin !== window.location.origin || seen.has(link.pathname)) return;
    // A full queue takes no more: a pointer that crosses a long list means none of its links.
    if (queued === queueLength) return;
    if (seen.size === 0) onFirst();
    seen.add(link.pathname);
    void load(link.pathname);
  }

  document.addEventListener('pointerover', onIntent, { passive: true });
  document.addEventListener('focusin', onIntent);
  return () => {
    document.removeEventListener('pointerover', onIntent);
    document.removeEventListener('focusin', onIntent);
  };
}
