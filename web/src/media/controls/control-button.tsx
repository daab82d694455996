import { ActionIcon } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './control-button.module.css';

interface Props {
  label: string;
  /** The keyboard shortcut, shown beside the label. */
  shortcut?: string;
  children: ReactNode;
  onClick: () => void;
  className?: string;
}

/** A button of the control bar: 44 px, with a delayed tooltip of its label and shortcut. */
export function ControlButton({ label, shortcut, children, onClick, className }: Props) {
  return (
    <ActionIcon
      variant="transparent"
      aria-label={label}
      aria-keyshortcuts={shortcut}
      data-tip={shortcut ? `${label} (${shortcut})` : label}
      className={className ? `${classes.button} ${className}` : classes.button}
      onClick={onClick}
    >
      {children}
    </ActionIcon>
  );
}
