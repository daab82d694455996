import '@mantine/core/styles/Input.layer.css';
import '@mantine/core/styles/InlineInput.layer.css';
import { TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useState } from 'react';

/** A search changes the address only when the typing pauses (docs/product.md, 20.2). */
const debounceMs = 300;

interface Props {
  label: string;
  /** The text in the address. */
  value: string;
  onChange: (value: string) => void;
  withIcon?: boolean;
}

/** Holds its own text, so that typing never waits for the list; follows Back and "Clear filters". */
export function TextFilter({ label, value, onChange, withIcon }: Props) {
  const [typed, setTyped] = useState(value);
  const [followed, setFollowed] = useState(value);
  const write = useDebouncedCallback((next: string) => {
    setFollowed(next);
    onChange(next);
  }, debounceMs);
  if (value !== followed) {
    setFollowed(value);
    setTyped(value);
  }
  return (
    <TextInput
      type="search"
      label={label}
      value={typed}
      leftSection={withIcon ? <IconSearch size={18} aria-hidden /> : null}
      onChange={({ currentTarget }) => {
        setTyped(currentTarget.value);
        write(currentTarget.value);
      }}
    />
  );
}
