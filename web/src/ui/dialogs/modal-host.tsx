/**
 * Shows all modals. `openModal` adds one to the stack and can be called from anywhere; the dialog component is loaded
 * with the first one.
 */
import { lazy, Suspense, useSyncExternalStore } from 'react';
import { createStore } from '../../store.ts';
import type { ModalEntry } from './modal-dialog.tsx';
import { findOpener, returnFocus } from './return-focus.ts';

interface OpenModal extends ModalEntry {
  id: number;
  /** Gets the focus back. */
  opener: HTMLElement | null;
}

const none: readonly OpenModal[] = [];
const stack = createStore(none);
let lastId = 0;

/** Returns a function that closes the modal. */
export function openModal(entry: ModalEntry) {
  const opener = findOpener();
  // The second press of a double click, while the first dialog is still on its way.
  if (opener && stack.get().at(-1)?.opener === opener) {
    entry.onClose?.();
    return () => {};
  }
  lastId += 1;
  const id = lastId;
  stack.set([...stack.get(), { ...entry, id, opener }]);
  return () => closeModal(id);
}

function closeModal(id: number) {
  const closed = stack.get().find((modal) => modal.id === id);
  if (!closed) return;
  stack.set(stack.get().filter((modal) => modal !== closed));
  closed.onClose?.();
  returnFocus(closed.opener);
}

/** Without asking, for the end of what they belong to. */
export function closeAllModals() {
  for (const { id } of stack.get()) closeModal(id);
}

const ModalDialog = lazy(() => import('./modal-dialog.tsx').then((file) => ({ default: file.ModalDialog })));

export function ModalHost() {
  const modals = useSyncExternalStore(stack.subscribe, stack.get, () => none);
  return (
    <Suspense fallback={null}>
      {modals.map((modal) => (
        <ModalDialog
          key={modal.id}
          modal={modal}
          isTop={modal === modals.at(-1)}
          onClose={() => closeModal(modal.id)}
        />
      ))}
    </Suspense>
  );
}
