/** The name of the site, in the title of every page. A browser that was here before shows it at once. */
import { config } from '../../config.ts';
import { createStore } from '../../store.ts';

const key = 'site-name';

export const siteTitle = createStore(kept() || config.siteTitle);

export function showSiteTitle(name: string) {
  siteTitle.set(name);
  try {
    window.localStorage.setItem(key, name);
  } catch {
    // Private windows of some browsers refuse to store.
  }
}

function kept() {
  try {
    return window.localStorage.getItem(key);
  } catch {
    return null;
  }
}
