/** Named filters of this browser: the query of the address, without the page. */
export interface SavedView {
  name: string;
  search: string;
}

const keyOf = (list: string) => `views:${list}`;
export const viewNameLength = 60;

export function readViews(list: string): SavedView[] {
  try {
    const stored: unknown = JSON.parse(window.localStorage.getItem(keyOf(list)) ?? '[]');
    return Array.isArray(stored) ? stored.filter(isView) : [];
  } catch {
    return [];
  }
}

/** Keeps what it can: a full or forbidden storage only loses the view at the next visit. */
export function writeViews(list: string, views: readonly SavedView[]) {
  try {
    window.localStorage.setItem(keyOf(list), JSON.stringify(views));
  } catch {
    // Private windows of some browsers refuse to store.
  }
}

/** The part of the address that a view keeps. */
export function viewOf(search: URLSearchParams) {
  const kept = new URLSearchParams(search);
  kept.delete('page');
  kept.sort();
  return kept.toString();
}

function isView(value: unknown): value is SavedView {
  const { name, search } = (value ?? {}) as Partial<SavedView>;
  return typeof name === 'string' && typeof search === 'string';
}
