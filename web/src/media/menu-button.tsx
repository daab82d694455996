import { Menu, UnstyledButton } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './menu-button.module.css';

interface Props {
  label: string;
  /** The current choice, shown where there is room for words. */
  text: string;
  /** Shown instead on a narrow player. */
  icon: ReactNode;
  children: ReactNode;
}

/** A button of the player's bar that opens a menu inside the frame, so that full screen shows it. */
export function MenuButton({ label, text, icon, children }: Props) {
  return (
    <Menu
      withinPortal={false}
      position="top-end"
      offset={12}
      classNames={{ dropdown: classes.dropdown, item: classes.item, label: classes.label }}
    >
      <Menu.Target>
        <UnstyledButton className={classes.button} aria-label={label}>
          <span className={classes.text} aria-hidden>
            {text}
          </span>
          <span className={classes.icon}>{icon}</span>
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  );
}
