/** What a viewer has set in the player, for all videos of this browser (docs/product.md, 33.1 and 33.3). */
import { isBrowser } from '../config.ts';
import { createStore } from '../store.ts';

interface Preferences {
  /** Replays say how long they are. Without it nothing reveals how much of a fight is left. */
  showsLength: boolean;
  /** The video has the whole width of a wide screen. */
  isTheatre: boolean;
}

const storageKey = 'ringside-player';
export const defaults: Preferences = { showsLength: false, isTheatre: false };

export const preferences = createStore<Preferences>(readStored());
// The viewer has set it in another tab.
if (isBrowser)
  window.addEventListener('storage', ({ key }) => {
    if (key === storageKey) preferences.set(readStored());
  });

export function setPreference(change: Partial<Preferences>) {
  const next = { ...preferences.get(), ...change };
  preferences.set(next);
  try {
    window.localStorage.setItem(storageKey, JSON.stringify(next));
  } catch {
    // Without storage it holds until the page closes.
  }
}

function readStored(): Preferences {
  try {
    const stored = JSON.parse(window.localStorage.getItem(storageKey) ?? '{}') as Partial<Preferences> | null;
    return { showsLength: stored?.showsLength === true, isTheatre: stored?.isTheatre === true };
  } catch {
    return defaults;
  }
}
