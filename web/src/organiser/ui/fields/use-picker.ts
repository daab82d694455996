import { useCombobox } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { type ChangeEvent, type FocusEvent, useState } from 'react';

/** docs/product.md, 20.2 */
const debounceMs = 300;

/** What pickers share: something is found by typing a part of it, and a pick or leaving the field forgets what was typed. */
export function usePicker() {
  /** null: nothing was typed since the last pick. */
  const [typed, setTyped] = useState<string | null>(null);
  const [wanted] = useDebouncedValue((typed ?? '').trim(), debounceMs);
  const combobox = useCombobox({
    onDropdownClose: () => {
      combobox.resetSelectedOption();
      setTyped(null);
    },
  });
  const input = {
    onChange: ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
      setTyped(currentTarget.value);
      combobox.openDropdown();
      combobox.resetSelectedOption();
    },
    onFocus: ({ currentTarget }: FocusEvent<HTMLInputElement>) => currentTarget.select(),
    onClick: () => combobox.openDropdown(),
    onBlur: () => combobox.closeDropdown(),
  };
  return {
    /** What the field shows instead of its value, untrimmed. */
    typed,
    /** What is searched for. */
    wanted,
    combobox,
    /** For the text field. */
    input,
  };
}
