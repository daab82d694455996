import '@mantine/core/styles/Input.layer.css';
import { Button, NativeSelect, TextInput } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from '../filters.module.css';
import { datesOf, type FilterControl, movingEnd, rangeOf } from './filter-controls.ts';
import { TextFilter } from './text-filter.tsx';

interface Props {
  control: FilterControl<unknown>;
  /** The text in the address. */
  value: string;
  onChange: (value: string) => void;
}

export function FilterField({ control, value, onChange }: Props): ReactNode {
  const { label } = control;
  if (control.kind === 'text') return <TextFilter label={label} value={value} onChange={onChange} />;
  if (control.kind === 'dates') return <DatesFilter label={label} value={value} onChange={onChange} />;
  if (control.kind === 'own') return <control.Field label={label} value={value} onChange={onChange} />;
  if (control.kind === 'pinned') {
    return (
      <Button
        variant="default"
        rightSection={<IconX size={16} aria-hidden />}
        aria-label={`${label}: remove this filter`}
        onClick={() => onChange('')}
      >
        {label}
      </Button>
    );
  }
  const options = Object.entries(control.options).map(([key, words]) => ({ value: key, label: words }));
  return (
    <NativeSelect
      size="md"
      label={label}
      data={[{ value: '', label: 'All' }, ...options]}
      value={Object.hasOwn(control.options, value) ? value : ''}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}

/** The browser's own date fields: they know the organiser's locale and keyboard. */
function DatesFilter({ label, value, onChange }: Omit<Props, 'control'> & { label: string }) {
  const { from, to } = datesOf(value);
  return (
    <fieldset className={classes.dates}>
      <legend className={classes.legend}>{label}</legend>
      <DateEnd
        label={`${label} from`}
        value={from}
        onChange={(next) => onChange(rangeOf({ from: next, to }))}
      />
      <span aria-hidden>to</span>
      <DateEnd label={`${label} to`} value={to} onChange={(next) => onChange(rangeOf({ from, to: next }))} />
    </fieldset>
  );
}

function DateEnd({ label, value, onChange }: Omit<Props, 'control'> & { label: string }) {
  if (value === movingEnd) {
    return (
      <Button
        variant="default"
        aria-label={`${label}: now. Remove`}
        rightSection={<IconX size={16} aria-hidden />}
        onClick={() => onChange('')}
      >
        Now
      </Button>
    );
  }
  return (
    <TextInput
      type="date"
      aria-label={label}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}
