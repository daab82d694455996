/** The colour mode that the viewer has chosen (light, dark or the system's), and the scheme that follows from it. */
import { isWatchPage } from '../../paths.ts';

export type ColorMode = 'light' | 'dark' | 'auto';

const storageKey = 'ringside-color-scheme';

export const systemDark = () => window.matchMedia('(prefers-color-scheme: dark)');

export function readMode(): ColorMode {
  try {
    const stored = window.localStorage.getItem(storageKey);
    return stored === 'light' || stored === 'dark' ? stored : 'auto';
  } catch {
    // Storage may be forbidden. The system's scheme applies then.
    return 'auto';
  }
}

export function keepMode(mode: ColorMode) {
  try {
    window.localStorage.setItem(storageKey, mode);
  } catch {
    // Without storage the choice is lost when the page closes.
  }
}

/** With the system's mode, watch pages are always dark, because a dark page suits a video. */
export function schemeOf(mode: ColorMode, path: string, isSystemDark: boolean): 'light' | 'dark' {
  if (mode !== 'auto') return mode;
  return isWatchPage(path) || isSystemDark ? 'dark' : 'light';
}
