/**
 * Loads the page behind a link as soon as the link is hovered or focused, at most four pages at a time
 * (specification, section 9). It listens on the document, so that no link has to know of it.
 */
import { matchRoutes, type RouteObject } from 'react-router';

const preloadLimit = 4;

/** What a lazy route keeps in its `handle`: the bare import, without the reload guard. */
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
    // A failed preload says nothing: the page itself is asked for again when the viewer goes there.
    await Promise.allSettled(loads);
    running -= 1;
    const next = waiting.shift();
    if (next !== undefined) void run(next);
  }

  function consider(event: Event) {
    const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[href]') : null;
    if (!link || link.origin !== window.location.origin || seen.has(link.pathname)) return;
    seen.add(link.pathname);
    if (running < preloadLimit) void run(link.pathname);
    else if (waiting.length < preloadLimit) waiting.push(link.pathname);
    else seen.delete(link.pathname);
  }

  document.addEventListener('pointerover', consider, { passive: true });
  document.addEventListener('focusin', consider);
  return () => {
    document.removeEventListener('pointerover', consider);
    document.removeEventListener('focusin', consider);
  };
}
