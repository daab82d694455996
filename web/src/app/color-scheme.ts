/**
 * The viewer's colour mode (light, dark or system) and the scheme that it comes to. While the mode is
 * "system", watch pages are dark, because there the video is the light; who chooses light gets light.
 * `public/color-scheme.js` decides the same before the first paint: keep the two in step.
 */
import { useSyncExternalStore } from 'react';
import { isWatchPage } from './paths.ts';

export type ColorMode = 'light' | 'dark' | 'auto';

const storageKey = 'ringside-color-scheme';
const systemDark = window.matchMedia('(prefers-color-scheme: dark)');
const listeners = new Set<() => void>();
let mode = readMode();

function readMode(): ColorMode {
  try {
    const stored = window.localStorage.getItem(storageKey);
    return stored === 'light' || stored === 'dark' ? stored : 'auto';
  } catch {
    return 'auto';
  }
}

function subscribe(listener: () => void) {
  const reread = () => {
    mode = readMode();
    listener();
  };
  listeners.add(listener);
  systemDark.addEventListener('change', listener);
  window.addEventListener('storage', reread);
  return () => {
    listeners.delete(listener);
    systemDark.removeEventListener('change', listener);
    window.removeEventListener('storage', reread);
  };
}

export function setColorMode(next: ColorMode) {
  mode = next;
  try {
    window.localStorage.setItem(storageKey, next);
  } catch {
    // Without storage the choice lasts for this page only.
  }
  for (const listener of listeners) listener();
}

export function useColorMode() {
  return useSyncExternalStore(subscribe, () => mode);
}

export function useColorScheme(path: string): 'light' | 'dark' {
  const isSystemDark = useSyncExternalStore(subscribe, () => systemDark.matches);
  const chosen = useColorMode();
  if (chosen !== 'auto') return chosen;
  return isWatchPage(path) || isSystemDark ? 'dark' : 'light';
}
