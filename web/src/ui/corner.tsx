/**
 * The corner of the screen that stays while the viewer goes from page to page. An area puts something there; the layout
 * shows it, so that the layout knows no area.
 */
import { type ReactNode, useLayoutEffect, useSyncExternalStore } from 'react';
import { createStore } from '../store.ts';

interface Content {
  node: ReactNode;
  /** Called when the layout goes, and the corner with it. */
  onGone: () => void;
}

const content = createStore<Content | null>(null);
let isShown = false;

export const corner = {
  set: content.set,
  get: content.get,
  /** False on a page without the corner, where nothing would be seen. */
  isShown: () => isShown,
};

export function Corner() {
  const shown = useSyncExternalStore(content.subscribe, content.get, () => null);
  useLayoutEffect(() => {
    isShown = true;
    return () => {
      isShown = false;
      const last = content.get();
      content.set(null);
      last?.onGone();
    };
  }, []);
  return shown?.node;
}
