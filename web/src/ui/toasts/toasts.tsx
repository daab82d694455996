/**
 * Toasts stay for 5 seconds, or longer while hovered or focused, and have a close button. The toast area is loaded with
 * the first toast, which waits for it. Where it cannot be loaded, the words of a toast are shown without it.
 */
import { useSyncExternalStore } from 'react';
import { createStore } from '../../store.ts';
import type { Toast } from './toast-area.tsx';
import classes from './toasts.module.css';

type Area = typeof import('./toast-area.tsx');

const area = createStore<Area | undefined>(undefined);
const none: readonly Toast[] = [];
/** Toasts whose area could not be loaded. */
const lost = createStore(none);
const lostMs = 5000;
let loading: Promise<Area> | undefined;

/** Calls are made in their order. Without a network the area may not come, and the next toast asks for it again. */
function inArea(act: (area: Area) => void, onLost = () => {}) {
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
      onLost();
    },
  );
}

export function showToast(toast: Toast) {
  inArea(
    (shown) => shown.show(toast),
    () => showLost(toast),
  );
}

function showLost(toast: Toast) {
  const isOther = ({ id }: Toast) => id === undefined || id !== toast.id;
  lost.set([...lost.get().filter(isOther), toast]);
  setTimeout(() => removeLost((shown) => shown === toast), toast.staysMs ?? lostMs);
}

function removeLost(isGone: (toast: Toast) => boolean) {
  if (lost.get().some(isGone)) lost.set(lost.get().filter((toast) => !isGone(toast)));
}

export function hideToast(id: string) {
  removeLost((toast) => toast.id === id);
  if (loading) inArea((shown) => shown.hide(id));
}

export function Toasts() {
  const shown = useSyncExternalStore(area.subscribe, area.get, () => undefined);
  return (
    <>
      {shown ? <shown.ToastArea /> : null}
      <LostToasts />
    </>
  );
}

/** Only their words: what a toast has beyond them may need Mantine. */
function LostToasts() {
  const toasts = useSyncExternalStore(lost.subscribe, lost.get, () => none);
  if (toasts.length === 0) return null;
  return (
    <div className={classes.lost}>
      {toasts.map((toast) => (
        <div key={toast.id ?? toast.title} role="alert" className={classes.toast}>
          <p>
            <strong>{toast.title}</strong>
            {typeof toast.description === 'string' ? ` ${toast.description}` : null}
          </p>
          <button
            type="button"
            className={classes.close}
            aria-label="Close notification"
            onClick={() => removeLost((gone) => gone === toast)}
          >
            <span aria-hidden>×</span>
          </button>
        </div>
      ))}
    </div>
  );
}
