/** In which order cards are shown in this browser (docs/product.md, 43.14): the main event last, as it is fought, or first. */
import { useSyncExternalStore } from 'react';
import { isBrowser } from '../../config.ts';
import { createStore } from '../../store.ts';

const storageKey = 'ringside-main-first';

const isMainFirst = createStore(isBrowser && readStored());
if (isBrowser)
  window.addEventListener('storage', ({ key }) => {
    if (key === storageKey || key === null) isMainFirst.set(readStored());
  });

export function putMainFirst(isFirst: boolean) {
  isMainFirst.set(isFirst);
  try {
    if (isFirst) window.localStorage.setItem(storageKey, '1');
    else window.localStorage.removeItem(storageKey);
  } catch {
    // Without storage it holds until the page closes.
  }
}

function readStored() {
  try {
    return window.localStorage.getItem(storageKey) !== null;
  } catch {
    return false;
  }
}

export function useIsMainFirst() {
  return useSyncExternalStore(isMainFirst.subscribe, isMainFirst.get, () => false);
}
