/**
 * Toasts stay for 5 seconds, or longer while hovered or focused, and have a close button. The toast area is loaded with
 * the first toast, which waits for it.
 */
import { useSyncExternalStore } from 'react';
import { createStore } from '../store.ts';
import type { Toast } from './toast-area.tsx';

type Area = typeof import('./toast-area.tsx');

const area = createStore<Area | undefined>(undefined);
let loading: Promise<Area> | undefined;

/** Calls are made in their order. Without a network the area may not come, and the next toast asks for it again. */
function inArea(act: (area: Area) => void) {
  const loaded = area.get();
  if (loaded) return act(loaded);
  loading ??= import('./toast-area.tsx');
  loading.then(
    (found) => {
      area.set(found);
      act(found);
    },
    () => {
      loading = undefined;
    },
  );
}

export function showToast(toast: Toast) {
  inArea((shown) => shown.show(toast));
}

export function hideToast(id: string) {
  if (loading) inArea((shown) => shown.hide(id));
}

export function Toasts() {
  const shown = useSyncExternalStore(area.subscribe, area.get);
  return shown ? <shown.ToastArea /> : null;
}
