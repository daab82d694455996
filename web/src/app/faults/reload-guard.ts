/**
 * When the file of a page cannot be loaded, the client is usually of an older build, so the page is reloaded. It is
 * reloaded at most once per 10 seconds and path (docs/product.md, 2.5): while the server is down, the viewer gets the
 * error screen instead of endless reloads. Without a network nothing is reloaded: the browser would put its own error
 * page in the place of ours.
 */
import { reloadPage } from './reload-page.ts';

export const reloadGuardMs = 10_000;

export function mayReload(path: string, now = Date.now()) {
  const key = `ringside-reload:${path}`;
  try {
    const last = Number(window.sessionStorage.getItem(key) ?? 0);
    if (now - last < reloadGuardMs) return false;
    window.sessionStorage.setItem(key, String(now));
    return true;
  } catch {
    // Without storage an endless loop of reloads could not be stopped.
    return false;
  }
}

/** Loads a page. On failure it reloads `path()` and never resolves, or rejects when it has just reloaded. */
export async function loadOrReload<Part>(load: () => Promise<Part>, path: () => string): Promise<Part> {
  try {
    return await load();
  } catch (error) {
    const target = path();
    if (!navigator.onLine || !mayReload(target)) throw error;
    reloadPage(target);
    return new Promise<never>(() => {});
  }
}
