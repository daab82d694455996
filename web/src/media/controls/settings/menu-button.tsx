import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import classes from './menu-button.module.css';

interface Props {
  /** The name of the menu, for example "Quality". */
  name: string;
  /** The current choice, shown where there is room for text. */
  text?: string;
  /** Shown instead of the text on a narrow player. */
  icon: ReactNode;
  /** Gets the function that closes the menu. */
  children: (close: () => void) => ReactNode;
}

/**
 * A button of the control bar with a menu (ARIA menu button pattern). The menu opens inside the frame, so that full
 * screen shows it. Mantine's menu would load 35 KB before the first frame.
 */
export function MenuButton({ name, text, icon, children }: Props) {
  const [isOpen, setIsOpen] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const menuId = useId();

  function close() {
    setIsOpen(false);
    button.current?.focus();
  }

  useEffect(() => {
    if (!isOpen) return;
    focusItem(root.current);
    const closeOutside = ({ target }: Event) => {
      if (!root.current?.contains(target as Node)) setIsOpen(false);
    };
    document.addEventListener('pointerdown', closeOutside);
    document.addEventListener('focusin', closeOutside);
    return () => {
      document.removeEventListener('pointerdown', closeOutside);
      document.removeEventListener('focusin', closeOutside);
    };
  }, [isOpen]);

  return (
    <div ref={root} className={classes.root}>
      <button
        ref={button}
        type="button"
        className={classes.button}
        aria-label={text === undefined ? name : `${name}: ${text}`}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-controls={isOpen ? menuId : undefined}
        data-tip={name}
        onClick={() => setIsOpen(!isOpen)}
      >
        {text === undefined ? null : (
          <span className={classes.text} aria-hidden>
            {text}
          </span>
        )}
        <span className={classes.icon} data-alone={text === undefined || undefined}>
          {icon}
        </span>
      </button>
      {isOpen ? (
        <div
          id={menuId}
          role="menu"
          aria-label={name}
          tabIndex={-1}
          className={classes.menu}
          onKeyDown={(event) => onMenuKey(event, close)}
        >
          <span className={classes.label} aria-hidden>
            {name}
          </span>
          {children(close)}
        </div>
      ) : null}
    </div>
  );
}

/** Focuses the chosen item in `parent`, or else the first one. */
export function focusItem(parent: HTMLElement | null) {
  const items = [...(parent?.querySelectorAll<HTMLElement>('[role^="menuitem"]') ?? [])];
  const chosen = items.find((item) => item.matches('[role="menuitemradio"][aria-checked="true"]'));
  (chosen ?? items[0])?.focus();
}

/** Items that belong together, under their name. */
export function MenuGroup({ name, children }: { name: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is no part of a menu
    <div role="group" aria-label={name} className={classes.group}>
      <span className={classes.label} aria-hidden>
        {name}
      </span>
      {children}
    </div>
  );
}

interface ItemProps {
  /** A choice of one, a switch, or an action. */
  kind: 'radio' | 'checkbox' | 'action';
  isChecked?: boolean;
  onClick: () => void;
  children: ReactNode;
}

export function MenuItem({ kind, isChecked, onClick, children }: ItemProps) {
  const checked = kind === 'action' ? {} : { 'aria-checked': isChecked === true };
  return (
    <button
      type="button"
      {...checked}
      role={kind === 'action' ? 'menuitem' : `menuitem${kind}`}
      tabIndex={-1}
      className={classes.item}
      onClick={onClick}
    >
      {children}
    </button>
  );
}

function onMenuKey(event: KeyboardEvent<HTMLElement>, close: () => void) {
  const items = [...event.currentTarget.querySelectorAll<HTMLElement>('[role^="menuitem"]')];
  const at = items.indexOf(document.activeElement as HTMLElement);
  const moves: Record<string, number> = {
    ArrowDown: (at + 1) % items.length,
    ArrowUp: (at - 1 + items.length) % items.length,
    Home: 0,
    End: items.length - 1,
  };
  const next = moves[event.key];
  if (next !== undefined) items[next]?.focus();
  else if (event.key === 'Escape') close();
  else return;
  event.preventDefault();
}
