import '@mantine/core/styles/CloseButton.layer.css';
import '@mantine/core/styles/ModalBase.layer.css';
import '@mantine/core/styles/Modal.layer.css';
import '@mantine/core/styles/Overlay.layer.css';
import { Modal } from '@mantine/core';
import type { ReactNode } from 'react';

export interface ModalEntry {
  title: string;
  /** Gets a function that closes the modal. */
  content: (close: () => void) => ReactNode;
  /** Called once, however the modal was closed. */
  onClose?: () => void;
  size?: string;
}

export function ModalDialog({ modal, onClose }: { modal: ModalEntry; onClose: () => void }) {
  return (
    <Modal
      opened
      onClose={onClose}
      title={modal.title}
      size={modal.size ?? 'md'}
      overlayProps={{ backgroundOpacity: 0.6 }}
      closeButtonProps={{ 'aria-label': 'Close' }}
      styles={{
        content: { background: 'var(--surface-2)', boxShadow: 'var(--shadow-2)' },
        header: { background: 'var(--surface-2)' },
        title: { fontWeight: 650, fontSize: '1.125rem' },
      }}
    >
      {modal.content(onClose)}
    </Modal>
  );
}
