import { Skeleton } from '@mantine/core';
import { useParams } from 'react-router';
import { throwIfMissing } from '../../../api/problem.ts';
import { PageHead } from '../../../ui/page/page-head.tsx';
import { ErrorState } from '../../../ui/state/state-panel.tsx';
import { OutagesLink } from '../compensation/outages-link.tsx';
import { ResultsLink } from '../results-link.tsx';
import { BellLink } from './bell-link.tsx';
import { ConnectionState } from './connection-state.tsx';
import { DeskContent } from './desk-content.tsx';
import classes from './desk-page.module.css';
import { useDesk } from './use-desk.ts';

/** One page for the evening: what every stream does, and the switches. Nothing is shown before the server has said it. */
export default function DeskPage() {
  const { eventId = '' } = useParams();
  const { data, error, refetch, connection, dataUpdatedAt } = useDesk(eventId);
  if (!data) {
    throwIfMissing(error);
    return error ? <ErrorState onRetry={() => void refetch()} /> : <DeskSkeleton />;
  }
  return (
    <>
      <PageHead
        title="Live desk"
        tabTitle={`Live desk of ${data.event.name}`}
        text={
          <span className={classes.links}>
            <BellLink eventId={data.event.id} />
            <ResultsLink eventId={data.event.id} />
            <OutagesLink eventId={data.event.id} />
          </span>
        }
        action={<ConnectionState connection={connection} updatedAt={dataUpdatedAt} />}
      />
      <DeskContent desk={data} connection={connection} />
    </>
  );
}

function DeskSkeleton() {
  return (
    <div role="status" aria-label="Loading the live desk">
      <Skeleton height={36} width={180} mb="lg" />
      <Skeleton height={140} mb="lg" radius="lg" />
      <div className={classes.grid}>
        <Skeleton height={420} radius="lg" />
        <Skeleton height={420} radius="lg" />
      </div>
    </div>
  );
}
