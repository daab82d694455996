import type { components } from '@ringside/openapi/schema';
import { Link } from 'react-router';
import { paths } from '../app/paths.ts';
import { EventStatusBadge, LiveBadge } from '../ui/badges.tsx';
import { placeOf } from '../ui/place.ts';
import { formatDateTime, phaseOf, zoneName } from '../ui/time/time.ts';
import { useNow } from '../ui/time/use-now.ts';
import classes from './event-table.module.css';

type Event = components['schemas']['Event'];

/** Events with their status. Times are local times of the venue, with its time zone. */
export function EventTable({ events }: { events: Event[] }) {
  return (
    <div className={classes.frame}>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">Event</th>
            <th scope="col">Status</th>
            <th scope="col">Starts</th>
            <th scope="col">Where</th>
            <th scope="col">
              <span className={classes.hidden}>Links</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {events.map((event) => (
            <EventRow key={event.id} event={event} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function EventRow({ event }: { event: Event }) {
  const now = useNow(60_000);
  const isLive = event.status !== 'draft' && phaseOf(event, now) === 'live';
  return (
    <tr>
      <th scope="row" className={classes.name}>
        {event.name}
      </th>
      <td data-label="Status">
        <span className={classes.badges}>
          <EventStatusBadge status={event.status} />
          {isLive ? <LiveBadge /> : null}
        </span>
      </td>
      <td data-label="Starts" className="tabular">
        {formatDateTime(event.startDate, event.timezone)} {zoneName(event.startDate, event.timezone)}
      </td>
      <td data-label="Where">{placeOf(event.location) || 'Not set'}</td>
      <td>
        {/* A draft is hidden from viewers, so it has no page. */}
        {event.status === 'draft' ? null : (
          <Link to={paths.competition.href(event.slug)} className={classes.view}>
            View page <span className={classes.hidden}>of {event.name}</span>
          </Link>
        )}
      </td>
    </tr>
  );
}
