/**
 * A page whose file cannot be loaded is mostly one of an older build: the page is then reloaded, at most once
 * per 10 seconds per path (specification, sections 2 and 9), so that a server that is down ends in the error
 * screen and not in a circle.
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
    // Without a memory the circle could not be broken.
    return false;
  }
}

/** Loads a part of the page; when that fails, reloads `path()` and never answers, or throws if it may not. */
export async function loadOrReload<Part>(load: () => Promise<Part>, path: () => string): Promise<Part> {
  try {
    return await load();
  } catch (error) {
    const target = path();
    if (!mayReload(target)) throw error;
    reloadPage(target);
    return new Promise<never>(() => {});
  }
}
