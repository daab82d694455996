/** The viewer's colour mode and scheme as React follows them. `src/head-script.ts` sets the same before the first paint. */
import { useSyncExternalStore } from 'react';
import { createStore } from '../../store.ts';
import { type ColorMode, keepMode, readMode, schemeOf, systemDark } from './color-mode.ts';

const system = systemDark();
const mode = createStore(readMode());
// The viewer has chosen a mode in another tab.
window.addEventListener('storage', () => mode.set(readMode()));

const readSystem = () => system.matches;

function subscribeToSystem(listener: () => void) {
  system.addEventListener('change', listener);
  return () => system.removeEventListener('change', listener);
}

export function setColorMode(next: ColorMode) {
  mode.set(next);
  keepMode(next);
}

export function useColorMode() {
  return useSyncExternalStore(mode.subscribe, mode.get, mode.get);
}

export function useColorScheme(path: string) {
  const isSystemDark = useSyncExternalStore(subscribeToSystem, readSystem, readSystem);
  return schemeOf(useColorMode(), path, isSystemDark);
}
