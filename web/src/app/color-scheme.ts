/**
 * The viewer's colour mode (light, dark or system) and the scheme that it comes to. While the mode is
 * "system", watch pages are dark, because there the video is the light; who chooses light gets light.
 * `public/color-scheme.js` decides the same before the first paint: keep the two in step.
 */
import { useSyncExternalStore } from 'react';
import { createStore } from '../store.ts';
import { isWatchPage } from './paths.ts';

export type ColorMode = 'light' | 'dark' | 'auto';

const storageKey = 'ringside-color-scheme';
const systemDark = window.matchMedia('(prefers-color-scheme: dark)');
const mode = createStore(readMode());
// Another tab has chosen.
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
    // Without storage the choice lasts for this page only.
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
