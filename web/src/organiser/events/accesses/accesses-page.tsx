import { Button, Skeleton } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { Link, useParams } from 'react-router';
import { adminPaths } from '../../../admin-paths.ts';
import { throwIfMissing } from '../../../api/problem.ts';
import { holdsAll } from '../../../identity/sessions/permissions.ts';
import { useSession } from '../../../identity/sessions/use-session.ts';
import { PageHead } from '../../../ui/page/page-head.tsx';
import { ErrorState } from '../../../ui/state/state-panel.tsx';
import { DataTable } from '../../ui/table/data-table.tsx';
import { ExportButton } from '../../ui/table/export-button.tsx';
import { useListQuery } from '../../ui/table/use-list-query.ts';
import { type EventWithBlocks, eventWithBlocks } from '../choosing/event-with-blocks.ts';
import { type Access, accessesQueries, exportAccesses } from './accesses.queries.ts';
import { accessesList } from './accesses-list.tsx';
import { changeEnds } from './change-ends.tsx';
import { revokeAccesses } from './revoke-accesses.ts';

/** All accesses, or those of the event in the address. */
export default function AccessesPage() {
  const { eventId } = useParams();
  const event = useQuery(eventWithBlocks(eventId ?? ''));
  if (!eventId) return <Accesses />;
  if (event.data) return <Accesses key={eventId} event={event.data} />;
  throwIfMissing(event.error);
  return event.isError ? <ErrorState onRetry={event.refetch} /> : <Skeleton height={320} />;
}

function Accesses({ event }: { event?: EventWithBlocks }) {
  const list = useMemo(() => accessesList(event), [event]);
  const state = useListQuery(list);
  const result = useQuery(accessesQueries.list(state.query));
  const queryClient = useQueryClient();
  const { permissions } = useSession();
  const grant = holdsAll(permissions, ['event:create']) ? (
    <Button component={Link} to={adminPaths.grantAccess.href(event ? { event: event.id } : {})}>
      Grant access
    </Button>
  ) : null;
  const mayChange = holdsAll(permissions, ['event:update']);
  const mayRevoke = holdsAll(permissions, ['event:delete']);
  const zone = event?.timezone ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
  const bulkActions = (rows: Access[], clear: () => void) => {
    const onDone = () => {
      clear();
      void queryClient.invalidateQueries();
    };
    return (
      <>
        {mayChange ? (
          <Button variant="default" onClick={() => changeEnds({ accesses: rows, zone, onDone })}>
            Change the end
          </Button>
        ) : null}
        {mayRevoke ? (
          <Button
            variant="default"
            onClick={async () => {
              if (await revokeAccesses(rows)) onDone();
            }}
          >
            Revoke
          </Button>
        ) : null}
      </>
    );
  };
  return (
    <>
      <PageHead
        title="Access"
        tabTitle={event ? `Access to ${event.name}` : 'Access'}
        text={`Who may watch ${event?.name ?? 'what'}, and until when.`}
        action={
          <>
            <ExportButton
              total={result.data?.total ?? 0}
              words={['access', 'accesses']}
              load={() => exportAccesses(state.query.filter)}
            />
            {grant}
          </>
        }
      />
      <DataTable<'listAccesses'>
        list={list}
        state={state}
        result={result}
        caption="Accesses"
        empty={{
          title: 'Nobody has access yet',
          text: 'Grant it to one person or to a whole list of addresses. Blocks without a price need none.',
          action: grant,
        }}
        {...(mayChange || mayRevoke ? { bulkActions } : {})}
      />
    </>
  );
}
