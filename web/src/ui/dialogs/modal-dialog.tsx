import '@mantine/core/styles/CloseButton.layer.css';
import '@mantine/core/styles/ModalBase.layer.css';
import '@mantine/core/styles/Modal.layer.css';
import '@mantine/core/styles/Overlay.layer.css';
import { Modal } from '@mantine/core';
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { DialogGuard, type MayClose } from './dialog-guard.ts';

export interface ModalEntry {
  title: string;
  /** Gets a function that closes the modal. */
  content: (close: () => void) => ReactNode;
  /** Called once, however the modal was closed. */
  onClose?: () => void;
  size?: string;
}

interface Props {
  modal: ModalEntry;
  /** No other dialog is above it. */
  isTop: boolean;
  onClose: () => void;
}

/** The second press of a double click falls on what is outside, and must not close what the first has opened. */
const doubleClickMs = 500;

export function ModalDialog({ modal, isTop, onClose }: Props) {
  const guards = useRef(new Set<MayClose>());
  const register = useCallback((mayClose: MayClose) => {
    guards.current.add(mayClose);
    return () => guards.current.delete(mayClose);
  }, []);
  const [isSettled, setIsSettled] = useState(false);
  useEffect(() => {
    const timer = setTimeout(setIsSettled, doubleClickMs, true);
    return () => clearTimeout(timer);
  }, []);
  /** Escape, the close button and a click outside; what is inside closes without being asked. */
  async function closeIfAllowed() {
    for (const mayClose of guards.current) if (!(await mayClose())) return;
    onClose();
  }
  return (
    <Modal
      opened
      onClose={() => void closeIfAllowed()}
      // Each dialog listens to the whole window.
      closeOnEscape={isTop}
      closeOnClickOutside={isSettled}
      title={modal.title}
      size={modal.size ?? 'md'}
      overlayProps={{ backgroundOpacity: 0.6 }}
      closeButtonProps={{ 'aria-label': 'Close' }}
      // Its header would count as a second banner of the page.
      attributes={{ header: { role: 'presentation' } }}
      styles={{
        content: {
          background: 'var(--surface-2)',
          boxShadow: 'var(--shadow-2)',
          '--bar-surface': 'var(--surface-2)',
        },
        header: { background: 'var(--surface-2)' },
        title: { fontWeight: 650, fontSize: '1.125rem' },
      }}
    >
      <DialogGuard value={register}>{modal.content(onClose)}</DialogGuard>
    </Modal>
  );
}
