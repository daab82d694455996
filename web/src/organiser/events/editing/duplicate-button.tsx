import { Button } from '@mantine/core';
import type { components } from '@ringside/openapi/schema';
import { IconCopy } from '@tabler/icons-react';
import { useNavigate } from 'react-router';
import { adminPaths } from '../../../admin-paths.ts';
import { openModal } from '../../../ui/dialogs/modal-host.tsx';
import { DuplicateForm } from './duplicate-form.tsx';

/** Opens the dialog that copies an event to another day. */
export function DuplicateButton({ event }: { event: components['schemas']['Event'] }) {
  const navigate = useNavigate();
  function open() {
    openModal({
      title: `Duplicate “${event.name}”`,
      size: 'lg',
      content: (close) => (
        <DuplicateForm
          event={event}
          onDuplicated={(copyId) => {
            close();
            if (copyId) void navigate(adminPaths.event.href(copyId));
          }}
        />
      ),
    });
  }
  return (
    <Button variant="default" leftSection={<IconCopy size={18} aria-hidden />} onClick={open}>
      Duplicate
    </Button>
  );
}
