import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import classes from './menu-button.module.css';

interface Props<Value> {
  /** The name of the setting, for example "Quality". */
  name: string;
  /** The current choice, shown where there is room for text. */
  text: string;
  /** Shown instead of the text on a narrow player. */
  icon: ReactNode;
  options: readonly { value: Value; label: string }[];
  value: Value;
  onChange: (value: Value) => void;
}

/**
 * A button of the control bar with a menu of options (ARIA menu button pattern). The menu opens inside the frame, so
 * that full screen shows it. Mantine's menu would load 35 KB before the first frame.
 */
export function MenuButton<Value extends string | number | null>(props: Props<Value>) {
  const { name, text, icon, options, value, onChange } = props;
  const [isOpen, setIsOpen] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const menuId = useId();

  function close() {
    setIsOpen(false);
    button.current?.focus();
  }

  function choose(next: Value) {
    onChange(next);
    close();
  }

  useEffect(() => {
    if (!isOpen) return;
    root.current?.querySelector<HTMLElement>('[aria-checked="true"]')?.focus();
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
        aria-label={`${name}: ${text}`}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-controls={isOpen ? menuId : undefined}
        onClick={() => setIsOpen(!isOpen)}
      >
        <span className={classes.text} aria-hidden>
          {text}
        </span>
        <span className={classes.icon}>{icon}</span>
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
          {options.map((option) => (
            <button
              key={option.value}
              type="button"
              role="menuitemradio"
              aria-checked={option.value === value}
              tabIndex={-1}
              className={classes.item}
              onClick={() => choose(option.value)}
            >
              {option.label}
            </button>
          ))}
        </div>
      ) : null}
    </div>
  );
}

function onMenuKey(event: KeyboardEvent<HTMLElement>, close: () => void) {
  const items = [...event.currentTarget.querySelectorAll<HTMLElement>('[role="menuitemradio"]')];
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
