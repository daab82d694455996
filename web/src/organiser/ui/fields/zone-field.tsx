import '@mantine/core/styles/ScrollArea.layer.css';
import '@mantine/core/styles/Popover.layer.css';
import '@mantine/core/styles/Combobox.layer.css';
import '@mantine/core/styles/Input.layer.css';
import { Select } from '@mantine/core';
import { type ReactNode, useMemo } from 'react';
import classes from './zone-field.module.css';
import { offsetName, ownZone, zoneNames } from './zones.ts';

interface Props {
  id: string;
  label: string;
  value: string;
  onChange: (zone: string) => void;
  /** The offsets are those of this moment; of now when it is empty. */
  instant: string;
  error?: ReactNode;
  isRequired?: boolean;
  /** What the zone is for, as a sentence. */
  purpose?: string;
}

/** A time zone by its IANA name, found by typing a part of it: "new york" finds America/New_York. */
export function ZoneField(props: Props) {
  const {
    id,
    label,
    value,
    onChange,
    instant,
    error,
    isRequired,
    purpose = 'The clock of the venue.',
  } = props;
  const data = useMemo(() => zoneNames(value), [value]);
  const own = ownZone();
  return (
    <Select
      id={id}
      label={label}
      description={`${purpose} ${value === own ? 'It is your own, too.' : `Yours is ${own}.`}`}
      size="md"
      withAsterisk={isRequired}
      data={data}
      value={value || null}
      onChange={(zone) => zone && onChange(zone)}
      error={error}
      // Enter chooses; typed fast, it must not send the form.
      onKeyDown={(event) => {
        if (event.key === 'Enter') event.preventDefault();
      }}
      searchable
      selectFirstOptionOnChange
      limit={shownAtOnce}
      filter={({ options, search, limit }) => {
        const wanted = plain(search);
        const found = options.filter(
          (option) => 'value' in option && plain(String(option.value)).includes(wanted),
        );
        return found.slice(0, limit);
      }}
      nothingFoundMessage="No time zone has this name"
      renderOption={({ option }) => (
        <span className={classes.option}>
          <span>{option.label}</span>
          <span className={classes.offset}>{offsetName(String(option.value), instant)}</span>
        </span>
      )}
      // Hundreds of options: they are in the page only while the list is open.
      comboboxProps={{ withinPortal: false, keepMounted: false }}
    />
  );
}

const shownAtOnce = 60;

const plain = (text: string) =>
  text
    .toLowerCase()
    .replaceAll(/[_\s]+/g, ' ')
    .trim();
