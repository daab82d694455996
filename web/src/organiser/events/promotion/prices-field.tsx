import '@mantine/core/styles/Combobox.layer.css';
import '@mantine/core/styles/Input.layer.css';
import '@mantine/core/styles/Pill.layer.css';
import '@mantine/core/styles/PillsInput.layer.css';
import '@mantine/core/styles/Popover.layer.css';
import '@mantine/core/styles/ScrollArea.layer.css';
import { MultiSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { priceWords } from '../pricing/price-words.ts';
import { providerPrices } from '../pricing/prices.queries.ts';

interface Props {
  id: string;
  label: string;
  value: string[];
  onChange: (priceIds: string[]) => void;
  error?: ReactNode;
}

const shownAtOnce = 60;

/** The prices that a code is limited to; without one it is for everything. */
export function PricesField({ id, label, value, onChange, error }: Props) {
  const { data, isError } = useQuery(providerPrices());
  return (
    <MultiSelect
      id={id}
      size="md"
      label={label}
      description={
        isError && !data
          ? 'The prices cannot be read now. The code is for everything.'
          : 'Choose prices, or nothing for everything that is sold.'
      }
      placeholder={value.length === 0 ? 'Everything' : undefined}
      data={(data?.data ?? []).map((price) => ({ value: price.id, label: priceWords(price) }))}
      value={value}
      onChange={onChange}
      error={error}
      searchable
      maxValues={50}
      limit={shownAtOnce}
      nothingFoundMessage="No price fits"
      // Enter chooses; it must not send the form.
      onKeyDown={(event) => {
        if (event.key === 'Enter') event.preventDefault();
      }}
      comboboxProps={{ withinPortal: false, keepMounted: false }}
    />
  );
}
