import type { ReactNode } from 'react';
import { MenuButton, MenuItem } from './menu-button.tsx';

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

/** A menu of the control bar with one choice. */
export function OptionMenu<Value extends string | number | null>(props: Props<Value>) {
  const { name, text, icon, options, value, onChange } = props;
  return (
    <MenuButton name={name} text={text} icon={icon}>
      {(close) =>
        options.map((option) => (
          <MenuItem
            key={option.value}
            kind="radio"
            isChecked={option.value === value}
            onClick={() => {
              onChange(option.value);
              close();
            }}
          >
            {option.label}
          </MenuItem>
        ))
      }
    </MenuButton>
  );
}
