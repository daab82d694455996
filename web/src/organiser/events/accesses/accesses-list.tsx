import { adminPaths } from '../../../admin-paths.ts';
import { WallTime } from '../../../ui/time/wall-time.tsx';
import { choice, dates, type FilterControl, pinned, text } from '../../ui/table/filters/filter-controls.ts';
import { listOf } from '../../ui/table/list.ts';
import { RowLink } from '../../ui/table/row-link.tsx';
import type { EventWithBlocks } from '../choosing/event-with-blocks.ts';
import { AccessStateBadge, stateWords } from './access-state.tsx';
import classes from './accesses.module.css';

/** The table of accesses, of one event or of all. */
export function accessesList(event?: EventWithBlocks) {
  const zone = event?.timezone;
  return listOf<'listAccesses'>({
    operation: 'listAccesses',
    noun: ['access', 'accesses'],
    rowId: ({ id }) => id,
    firstOrder: '-startDate',
    ...(event ? { scope: { eventId: { eq: event.id } } } : {}),
    columns: [
      { key: 'who', title: 'Who', cell: (access) => <Who {...access} /> },
      {
        key: 'state',
        title: 'State',
        cell: ({ state, isPaid, isComplimentary, note }) => (
          <span>
            <AccessStateBadge state={state} />
            <span className={classes.second}>
              {isPaid ? 'Bought' : isComplimentary ? `Complimentary: ${note}` : 'Granted'}
            </span>
          </span>
        ),
      },
      { key: 'block', title: 'For', cell: (access) => <Target {...access} withEvent={!event} /> },
      {
        key: 'startDate',
        title: 'From',
        order: 'startDate',
        cell: ({ startDate }) => <WallTime instant={startDate} zone={zone} withZone />,
      },
      {
        key: 'endDate',
        title: 'Until',
        order: 'endDate',
        cell: ({ endDate }) =>
          endDate === null ? 'For ever' : <WallTime instant={endDate} zone={zone} withZone />,
      },
    ],
    filters: {
      'user.name': text({ label: 'Name', isFirst: true }),
      email: text({ label: 'E-mail address', isFirst: true }),
      state: choice({ label: 'State', isFirst: true, options: stateWords }),
      ...(event ? {} : { 'event.name': text({ label: 'Event' }), eventId: pinned({ label: 'One event' }) }),
      blockId: target(event),
      startDate: dates({ label: 'Starts' }),
      endDate: dates({ label: 'Ends' }),
      userId: pinned({ label: 'One person' }),
    },
  });
}

/** The whole event, or one of its blocks where the event is known. */
function target(event: EventWithBlocks | undefined): FilterControl<object> {
  const blocks = event
    ? Object.fromEntries((event.blocks ?? []).map(({ id, name }) => [id, name]))
    : { block: 'One block' };
  return {
    label: 'For',
    kind: 'choice',
    options: { event: 'Whole event', ...blocks },
    toCondition: (value) => {
      if (value === 'event') return { isNull: true };
      if (!Object.hasOwn(blocks, value)) return undefined;
      return event ? { eq: value } : { isNotNull: true };
    },
  };
}

/** The block or the whole event; in the list of all events with the name of the event above it. */
function Target({
  event,
  block,
  withEvent,
}: {
  event: { name: string };
  block: { name: string } | null;
  withEvent: boolean;
}) {
  const what = block?.name ?? 'Whole event';
  if (!withEvent) return what;
  return (
    <span>
      {event.name}
      <span className={classes.second}>{what}</span>
    </span>
  );
}

function Who({
  id,
  user,
  email,
}: {
  id: string;
  user: { name: string; email: string } | null;
  email: string | null;
}) {
  return (
    <>
      <RowLink to={adminPaths.access.href(id)}>{user?.name ?? email}</RowLink>
      <span className={classes.second}>{user?.email ?? 'Not confirmed yet'}</span>
    </>
  );
}
