import type { ReactNode } from 'react';
import { MenuButton, MenuItem } from './menu-button.tsx';

/** A setting of the player with one choice. */
export interface Option<Value extends string | number | null> {
  /** For example "Quality". */
  name: string;
  /** The current choice, shown where there is room for text. */
  text: string;
  /** Shown instead of the text on a narrow player. */
  icon: ReactNode;
  choices: readonly { value: Value; label: string }[];
  value: Value;
  onChange(value: Value): void;
}

/** A menu of the control bar with one choice. */
export function OptionMenu<Value extends string | number | null>({ option }: { option: Option<Value> }) {
  return (
    <MenuButton name={option.name} text={option.text} icon={option.icon}>
      {(close) => <OptionItems option={option} onChosen={close} />}
    </MenuButton>
  );
}

interface ItemsProps<Value extends string | number | null> {
  option: Option<Value>;
  onChosen: () => void;
}

export function OptionItems<Value extends string | number | null>({ option, onChosen }: ItemsProps<Value>) {
  const { choices, value, onChange } = option;
  return choices.map((choice) => (
    <MenuItem
      key={choice.value}
      kind="radio"
      isChecked={choice.value === value}
      onClick={() => {
        onChange(choice.value);
        onChosen();
      }}
    >
      {choice.label}
    </MenuItem>
  ));
}
