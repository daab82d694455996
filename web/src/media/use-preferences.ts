import { useSyncExternalStore } from 'react';
import { defaults, preferences } from './preferences.ts';

/** A file of its own, because the video reads the preferences before React is there. */
export function usePreferences() {
  return useSyncExternalStore(preferences.subscribe, preferences.get, () => defaults);
}
