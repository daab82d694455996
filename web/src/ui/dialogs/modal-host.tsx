/**
 * The one place where modals appear. `openModal` puts one on the stack from anywhere; the dialog component is
 * loaded with the first one.
 */
import { lazy, Suspense, useSyncExternalStore } from 'react';
import type { ModalEntry } from './modal-dialog.tsx';

interface OpenModal extends ModalEntry {
  id: number;
}

let stack: readonly OpenModal[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

function setStack(next: readonly OpenModal[]) {
  stack = next;
  for (const listener of listeners) listener();
}

/** Answers with the function that closes it. */
export function openModal(entry: ModalEntry) {
  lastId += 1;
  const id = lastId;
  setStack([...stack, { ...entry, id }]);
  return () => closeModal(id);
}

function closeModal(id: number) {
  const closed = stack.find((modal) => modal.id === id);
  if (!closed) return;
  setStack(stack.filter((modal) => modal !== closed));
  closed.onClose?.();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const ModalDialog = lazy(() => import('./modal-dialog.tsx').then((file) => ({ default: file.ModalDialog })));

export function ModalHost() {
  const modals = useSyncExternalStore(subscribe, () => stack);
  return (
    <Suspense fallback={null}>
      {modals.map((modal) => (
        <ModalDialog key={modal.id} modal={modal} onClose={() => closeModal(modal.id)} />
      ))}
    </Suspense>
  );
}
