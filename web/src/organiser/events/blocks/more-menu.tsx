import '@mantine/core/styles/Popover.layer.css';
import '@mantine/core/styles/Menu.layer.css';
import { ActionIcon, Menu } from '@mantine/core';
import { IconDotsVertical, IconTrash } from '@tabler/icons-react';
import type { ReactNode } from 'react';

interface Props {
  /** What the menu is about. */
  name: string;
  /** Menu items above "Delete". */
  children: ReactNode;
  /** Without it there is no "Delete". */
  onDelete: (() => Promise<void>) | undefined;
}

/** What can be done with a block or a stream besides the buttons beside it. */
export function MoreMenu({ name, children, onDelete }: Props) {
  return (
    <Menu position="bottom-end" withinPortal={false}>
      <Menu.Target>
        <ActionIcon aria-label={`More for ${name}`}>
          <IconDotsVertical size={20} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {children}
        {onDelete ? (
          <Menu.Item leftSection={<IconTrash size={18} aria-hidden />} onClick={() => void onDelete()}>
            Delete
          </Menu.Item>
        ) : null}
      </Menu.Dropdown>
    </Menu>
  );
}
