import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { adminPaths } from '../../../admin-paths.ts';
import { holdsAll } from '../../../identity/sessions/permissions.ts';
import { useSession } from '../../../identity/sessions/use-session.ts';
import { PageHead } from '../../../ui/page/page-head.tsx';
import { DataTable } from '../../ui/table/data-table.tsx';
import { useListQuery } from '../../ui/table/use-list-query.ts';
import { BulkActions } from '../bulk/bulk-actions.tsx';
import { eventsQueries } from '../events.queries.ts';
import { eventsList } from './events-list.tsx';

export default function EventsPage() {
  const state = useListQuery(eventsList);
  const result = useQuery(eventsQueries.list(state.query));
  const { permissions } = useSession();
  const mayCreate = holdsAll(permissions, ['event:create']);
  const mayChange = holdsAll(permissions, ['event:update']);
  const mayDelete = holdsAll(permissions, ['event:delete']);
  const create = mayCreate ? (
    <Button component={Link} to={adminPaths.newEvent.href()} leftSection={<IconPlus size={18} aria-hidden />}>
      New event
    </Button>
  ) : null;
  const isEmpty = result.data?.total === 0 && !state.isFiltered;
  return (
    <>
      <PageHead title="Events" action={isEmpty ? null : create} />
      <DataTable
        list={eventsList}
        state={state}
        result={result}
        caption="Events"
        empty={{
          title: 'No events yet',
          text: mayCreate
            ? 'Start with a draft: a name, a time and a place. Viewers see it when you publish it.'
            : 'Events appear here with their status once they are created.',
          action: create,
        }}
        bulkActions={
          mayChange || mayDelete
            ? (events, clear) => (
                <BulkActions events={events} clear={clear} mayChange={mayChange} mayDelete={mayDelete} />
              )
            : undefined
        }
      />
    </>
  );
}
