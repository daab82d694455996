import '@mantine/core/styles/Input.layer.css';
import '@mantine/core/styles/NumberInput.layer.css';
import '@mantine/core/styles/Popover.layer.css';
import '@mantine/dates/styles.layer.css';
import { Input, NumberInput } from '@mantine/core';
import { DateInput } from '@mantine/dates';
import { type ReactNode, useId } from 'react';
import { describeBy } from './describe-by.ts';
import { dayFormat, readDay } from './read-day.ts';
import { useTemporal } from './temporal.ts';
import { addDays, daysBetween, wallTimeOf } from './wall-time.ts';
import classes from './wall-time-field.module.css';

/** About a hundred years, the limit of the contract. */
const furthest = 36_525;

interface Props {
  id: string;
  label: string;
  /** Whole days; negative for earlier. */
  value: number | '';
  onChange: (days: number | '') => void;
  /** The instant that the distance starts from, on the clock of the zone. */
  from: string;
  zone: string;
  error?: ReactNode;
}

/** A distance in days, or the day to which it leads: each fills the other. */
export function DistanceField({ id, label, value, onChange, from, zone, error }: Props) {
  const temporal = useTemporal();
  const noteId = useId();
  const dayOf = (instant: string) => temporal && wallTimeOf(temporal, instant, zone)?.slice(0, 10);
  const first = dayOf(from);
  const day = temporal && value !== '' ? dayOf(addDays(temporal, from, zone, value)) : undefined;
  const shared = {
    size: 'md',
    disabled: !first,
    error: Boolean(error),
    ref: describeBy(noteId),
  } as const;
  return (
    <fieldset className={classes.field}>
      <legend className={classes.legend}>When does it take place?</legend>
      <div className={classes.inputs}>
        <DateInput
          {...shared}
          className={classes.day}
          label="New first day"
          placeholder="Day, month, year"
          value={day ?? null}
          onChange={(next) => onChange(next && first && temporal ? daysBetween(temporal, first, next) : '')}
          valueFormat={dayFormat}
          dateParser={readDay}
          allowDeselect
          firstDayOfWeek={1}
          weekendDays={[]}
          ariaLabels={{ nextMonth: 'Next month', previousMonth: 'Previous month' }}
          popoverProps={{ withinPortal: false }}
        />
        <NumberInput
          {...shared}
          id={id}
          className={classes.days}
          label={label}
          value={value}
          min={-furthest}
          max={furthest}
          allowDecimal={false}
          onChange={(next) => onChange(typeof next === 'number' ? next : '')}
        />
      </div>
      <div id={noteId} className={classes.notes}>
        {error ? <Input.Error size="md">{error}</Input.Error> : null}
        <p className={classes.note}>The times of day stay, also when the clocks change in between.</p>
      </div>
    </fieldset>
  );
}
