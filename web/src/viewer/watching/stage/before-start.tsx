import type { Competition } from '../../competitions/competition-types.ts';
import { CalendarButton } from '../../competitions/poster/calendar-button.tsx';
import { RemindMe } from '../../reminders/remind-me.tsx';
import classes from './before-start.module.css';

/** What a viewer can do until the event begins. Only a public one has a file for calendars (docs/product.md, 36.5). */
export function BeforeStart({ competition }: { competition: Competition }) {
  return (
    <div className={classes.row}>
      {competition.status === 'public' ? <CalendarButton competitionId={competition.id} isMain /> : null}
      <RemindMe competition={competition} />
    </div>
  );
}
