import '@mantine/core/styles/Checkbox.layer.css';
import '@mantine/core/styles/InlineInput.layer.css';
import { Checkbox, Input } from '@mantine/core';
import type { ReactNode } from 'react';
import { WallTimeField } from '../../ui/fields/wall-time-field.tsx';
import classes from './price-field.module.css';

interface Props {
  id: string;
  label: string;
  /** null: not set; empty: set, but not finished. */
  value: string | null;
  onChange: (instant: string | null) => void;
  zone: string;
  error?: ReactNode;
  /** What holds without a time, as a sentence. */
  without: string;
}

/**
 * A time that may be left out. Emptying it is a click of its own, so that a half-typed start never puts something on sale
 * at once.
 */
export function SaleTimeField({ id, label, value, onChange, zone, error, without }: Props) {
  const isSet = value !== null;
  return (
    <div className={classes.field}>
      <Checkbox
        {...(isSet || !error ? {} : { 'aria-invalid': true, 'aria-describedby': `${id}-error` })}
        {...(isSet ? {} : { id })}
        label={`${label} at a set time`}
        description={isSet ? undefined : without}
        checked={isSet}
        onChange={({ currentTarget }) => onChange(currentTarget.checked ? '' : null)}
      />
      {error && !isSet ? (
        <Input.Error id={`${id}-error`} size="md">
          {error}
        </Input.Error>
      ) : null}
      {isSet ? (
        <WallTimeField id={id} label={label} value={value} onChange={onChange} zone={zone} error={error} />
      ) : null}
    </div>
  );
}

interface SaleDates {
  saleStartDate: string | null;
  saleEndDate: string | null;
}

/** The server would answer an unfinished time with words for engineers. */
export function checkSaleDates({ saleStartDate, saleEndDate }: SaleDates): Record<string, string> {
  const words = 'Choose a day and a time, or take the tick away.';
  return {
    ...(saleStartDate === '' ? { saleStartDate: words } : {}),
    ...(saleEndDate === '' ? { saleEndDate: words } : {}),
  };
}
