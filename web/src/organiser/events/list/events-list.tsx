import { placeOf } from '@ringside/rules/event-words';
import { adminPaths } from '../../../admin-paths.ts';
import { EventStatusBadge } from '../../../ui/badges/status-badges.tsx';
import { WallTime } from '../../../ui/time/wall-time.tsx';
import { choice, dates, text } from '../../ui/table/filters/filter-controls.ts';
import { listOf } from '../../ui/table/list.ts';
import { RowLink } from '../../ui/table/row-link.tsx';

/** The table of events: its columns, filters and orders. */
export const eventsList = listOf<'listEvents'>({
  operation: 'listEvents',
  noun: ['event', 'events'],
  rowId: ({ id }) => id,
  firstOrder: '-startDate',
  views: [
    { name: 'Drafts', search: { status: 'draft' } },
    { name: 'Upcoming', search: { startDate: 'now..', order: 'startDate' } },
    { name: 'Live now', search: { startDate: '..now', endDate: 'now..', order: 'startDate' } },
  ],
  columns: [
    {
      key: 'name',
      title: 'Event',
      order: 'name',
      cell: ({ id, name }) => <RowLink to={adminPaths.event.href(id)}>{name}</RowLink>,
    },
    {
      key: 'status',
      title: 'Status',
      order: 'status',
      cell: ({ status }) => <EventStatusBadge status={status} />,
    },
    {
      key: 'startDate',
      title: 'Starts',
      order: 'startDate',
      cell: ({ startDate, timezone }) => <WallTime instant={startDate} zone={timezone} withZone />,
    },
    {
      key: 'endDate',
      title: 'Ends',
      order: 'endDate',
      isOptional: true,
      cell: ({ endDate, timezone }) => <WallTime instant={endDate} zone={timezone} withZone />,
    },
    { key: 'place', title: 'Where', cell: ({ location }) => placeOf(location) || 'Not set' },
    { key: 'slug', title: 'Address', order: 'slug', isOptional: true, cell: ({ slug }) => slug },
  ],
  filters: {
    name: text({ label: 'Name', isFirst: true }),
    status: choice({
      label: 'Status',
      isFirst: true,
      options: { public: 'Public', draft: 'Draft', hidden: 'Hidden' },
    }),
    startDate: dates({ label: 'Starts' }),
    endDate: dates({ label: 'Ends' }),
    'blocks.name': text({ label: 'Name of a block' }),
    slug: text({ label: 'Address' }),
  },
});
