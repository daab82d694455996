import type { useApiForm } from '../../../ui/form/use-api-form.ts';
import { durationInWords } from '../../../ui/time/time.ts';
import { useTemporal } from '../../ui/fields/temporal.ts';
import { moveToZone } from '../../ui/fields/wall-time.ts';
import { WallTimeField } from '../../ui/fields/wall-time-field.tsx';
import { ZoneField } from '../../ui/fields/zone-field.tsx';
import classes from './event-fields.module.css';
import type { EventValues } from './event-values.ts';

/** Start and end on the clock of the venue, and the zone of that clock. */
export function PeriodFields({ state }: { state: ReturnType<typeof useApiForm<EventValues>> }) {
  const { form, field } = state;
  const temporal = useTemporal();
  const { startDate, endDate, timezone } = form.getValues();
  const zone = field('timezone');
  const lastsMs = Date.parse(endDate) - Date.parse(startDate);

  /** 20:00 stays 20:00: the organiser has read it off a clock of the venue. */
  function changeZone(next: string) {
    const moved = (instant: string) =>
      instant && temporal ? moveToZone(temporal, instant, timezone, next) : instant;
    form.setValues({ timezone: next, startDate: moved(startDate), endDate: moved(endDate) });
    form.clearFieldError('timezone');
  }
  return (
    <>
      <ZoneField {...zone} onChange={changeZone} instant={startDate} isRequired />
      <div className={classes.pair}>
        <WallTimeField {...field('startDate')} zone={timezone} isRequired />
        <WallTimeField {...field('endDate')} zone={timezone} isRequired />
      </div>
      {lastsMs >= 60_000 ? <p className={classes.note}>{`It lasts ${durationInWords(lastsMs)}.`}</p> : null}
    </>
  );
}
