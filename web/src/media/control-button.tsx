import { ActionIcon, Tooltip } from '@mantine/core';
import type { ReactNode, Ref } from 'react';
import classes from './control-button.module.css';

interface Props {
  label: string;
  /** The key that does the same, shown beside the label. */
  shortcut?: string;
  children: ReactNode;
  onClick: () => void;
  className?: string;
  ref?: Ref<HTMLButtonElement>;
}

/** One button of the player's bar: 44 px, its name as a tooltip inside the frame, so full screen shows it. */
export function ControlButton({ label, shortcut, children, onClick, className, ref }: Props) {
  return (
    <Tooltip
      label={shortcut ? `${label} (${shortcut})` : label}
      withinPortal={false}
      position="top"
      offset={4}
    >
      <ActionIcon
        ref={ref}
        variant="transparent"
        aria-label={label}
        aria-keyshortcuts={shortcut}
        className={className ? `${classes.button} ${className}` : classes.button}
        onClick={onClick}
      >
        {children}
      </ActionIcon>
    </Tooltip>
  );
}
