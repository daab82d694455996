import '@mantine/core/styles/ScrollArea.layer.css';
import '@mantine/core/styles/Popover.layer.css';
import '@mantine/core/styles/Combobox.layer.css';
import '@mantine/core/styles/Input.layer.css';
import '@mantine/core/styles/CloseButton.layer.css';
import { Select } from '@mantine/core';
import { type ReactNode, useMemo } from 'react';
import { type CountryCode, countryOptions } from './countries.ts';

interface Props {
  id: string;
  label: string;
  value: CountryCode | null;
  onChange: (code: CountryCode | null) => void;
  error?: ReactNode;
}

/** A country by its name, found by typing a part of it. */
export function CountryField({ id, label, value, onChange, error }: Props) {
  const data = useMemo(() => countryOptions(), []);
  return (
    <Select
      id={id}
      label={label}
      size="md"
      placeholder="Not known"
      data={data}
      value={value}
      onChange={(code) => onChange(code as CountryCode | null)}
      error={error}
      // Enter chooses; typed fast, it must not send the form.
      onKeyDown={(event) => {
        if (event.key === 'Enter') event.preventDefault();
      }}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': `Clear ${label}` }}
      selectFirstOptionOnChange
      nothingFoundMessage="No country has this name"
      // Hundreds of options: they are in the page only while the list is open.
      comboboxProps={{ withinPortal: false, keepMounted: false }}
    />
  );
}
