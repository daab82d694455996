import '@mantine/core/styles/Input.layer.css';
import '@mantine/core/styles/Popover.layer.css';
import '@mantine/dates/styles.layer.css';
import { Input } from '@mantine/core';
import { DateInput, TimePicker } from '@mantine/dates';
import { type ReactNode, useId } from 'react';
import { formatDateTime, isSameWallTime, zoneName } from '../../../ui/time/time.ts';
import { ClockChange } from './clock-change.tsx';
import { describeBy } from './describe-by.ts';
import { dayFormat, readDay } from './read-day.ts';
import { useWallDraft } from './use-wall-draft.ts';
import classes from './wall-time-field.module.css';
import { cityOf, offsetName } from './zones.ts';

interface Props {
  /** The id of the first input; the summary of a form links to it. */
  id: string;
  label: string;
  /** An instant of the contract, or empty. */
  value: string;
  onChange: (instant: string) => void;
  /** The zone in which the clock is read. */
  zone: string;
  error?: ReactNode;
  isRequired?: boolean;
}

/** A day and a time on the clocks of a zone. The value is the instant; it is empty until there is exactly one. */
export function WallTimeField({ id, label, value, onChange, zone, error, isRequired }: Props) {
  const { isReady, day, time, clock, wall, change, choose } = useWallDraft({ value, zone, onChange });
  const noteId = useId();
  const shared = { size: 'md', disabled: !isReady, error: Boolean(error) } as const;
  const described = { 'aria-describedby': noteId, 'aria-invalid': error ? true : undefined } as const;
  return (
    <fieldset className={classes.field}>
      <legend className={classes.legend}>
        {label}
        {isRequired ? (
          <span className={classes.asterisk} aria-hidden>
            {' *'}
          </span>
        ) : null}
      </legend>
      <div className={classes.inputs}>
        <DateInput
          {...shared}
          ref={describeBy(noteId)}
          id={id}
          className={classes.day}
          aria-label={`${label}, day`}
          placeholder="Day, month, year"
          value={day || null}
          onChange={(next) => change({ day: next ?? '' })}
          valueFormat={dayFormat}
          dateParser={readDay}
          allowDeselect
          firstDayOfWeek={1}
          weekendDays={[]}
          ariaLabels={{ nextMonth: 'Next month', previousMonth: 'Previous month' }}
          popoverProps={{ withinPortal: false }}
        />
        <TimePicker
          {...shared}
          key={clock.key}
          className={classes.time}
          value={clock.value}
          onChange={(next) => change({ time: next.slice(0, 5) })}
          hoursInputLabel={`${label}, hours`}
          minutesInputLabel={`${label}, minutes`}
          hoursInputProps={described}
          minutesInputProps={described}
        />
      </div>
      <div id={noteId} className={classes.notes}>
        {error ? <Input.Error size="md">{error}</Input.Error> : null}
        <Notes instant={value} zone={zone} />
      </div>
      <ClockChange wall={wall} time={time} zone={zone} value={value} onChoose={choose} />
    </fieldset>
  );
}

/** The zone and its offset on that day; and the same moment on the organiser's own clock. */
function Notes({ instant, zone }: { instant: string; zone: string }) {
  const hasInstant = instant !== '' && !Number.isNaN(Date.parse(instant));
  return (
    <>
      <p className={classes.note}>{`${cityOf(zone)} time, ${offsetName(zone, instant)}`}</p>
      {hasInstant && !isSameWallTime(instant, zone) ? (
        <p className={classes.note}>{`${formatDateTime(instant)} ${zoneName(instant)} on your clock`}</p>
      ) : null}
    </>
  );
}
