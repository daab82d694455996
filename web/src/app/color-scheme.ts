/**
 * The viewer's colour mode (light, dark or system) and the colour scheme that follows from it. In system mode, watch
 * pages are always dark, because a dark page suits a video. `public/color-scheme.js` decides the same before the first
 * paint: keep the two in step.
 */
import { useSyncExternalStore } from 'react';
import { createStore } from '../store.ts';
import { isWatchPage } from './paths.ts';

export type ColorMode = 'light' | 'dark' | 'auto';

const storageKey = 'ringside-color-scheme';
const systemDark = window.matchMedia('(prefers-color-scheme: dark)');
const mode = createStore(readMode());
// The viewer has chosen a mode in another tab.
window.addEventListener('storage', () => mode.set(readMode()));

function readMode(): ColorMode {
  try {
    const stored = window.localStorage.getItem(storageKey);
    return stored === 'light' || stored === 'dark' ? stored : 'auto';
  } catch {
    return 'auto';
  }
}

function subscribeToSystem(listener: () => void) {
  systemDark.addEventListener('change', listener);
  return () => systemDark.removeEventListener('change', listener);
}

export function setColorMode(next: ColorMode) {
  mode.set(next);
  try {
    window.localStorage.setItem(storageKey, next);
  } catch {
    // Without storage the choice is lost when the page closes.
  }
}

export function useColorMode() {
  return useSyncExternalStore(mode.subscribe, mode.get);
}

export function useColorScheme(path: string): 'light' | 'dark' {
  const isSystemDark = useSyncExternalStore(subscribeToSystem, () => systemDark.matches);
  const chosen = useColorMode();
  if (chosen !== 'auto') return chosen;
  return isWatchPage(path) || isSystemDark ? 'dark' : 'light';
}
