import { IconCalendarEvent } from '@tabler/icons-react';
import { useClock } from '../../../ui/time/use-now.ts';
import { useReader } from '../../../ui/time/use-reader.ts';
import type { Competition } from '../competition-types.ts';
import classes from './facts.module.css';
import { whenDetails, whenWords } from './when-words.ts';

/** When it is, on the viewer's clock, and beneath it on that of the venue. */
export function When({ competition }: { competition: Competition }) {
  const zone = useReader(competition.timezone);
  const words = useClock((now) => whenWords(competition, { now, zone }));
  const details = useClock((now) => whenDetails(competition, { now, zone }));
  return (
    <div className={classes.fact}>
      <IconCalendarEvent size={22} aria-hidden />
      <p className={classes.words}>
        <time dateTime={competition.startDate} className={classes.first}>
          {words}
        </time>
        {/* It has its place also while it is empty: the server does not know whether this reader needs it. */}
        <span className={classes.second}>{details}</span>
      </p>
    </div>
  );
}
