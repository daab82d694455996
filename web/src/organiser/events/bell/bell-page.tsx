import '@mantine/core/styles/Skeleton.layer.css';
import { Skeleton } from '@mantine/core';
import { useParams } from 'react-router';
import { throwIfMissing } from '../../../api/problem.ts';
import { PageHead } from '../../../ui/page/page-head.tsx';
import { ErrorState } from '../../../ui/state/state-panel.tsx';
import { BellBoard } from './bell-board.tsx';
import classes from './bell-page.module.css';
import { useBell } from './use-bell.ts';
import { useBellStream } from './use-bell-stream.ts';

/** A timekeeper at ringside, with a phone in one hand. */
export default function BellPage() {
  const { eventId = '' } = useParams();
  const bell = useBell(eventId, useBellStream(eventId));
  const { data, error, refetch } = bell.board;
  if (!data) {
    throwIfMissing(error);
    return (
      <div className={classes.page}>
        <PageHead title="Bell" />
        {error ? <ErrorState onRetry={() => void refetch()} /> : <Skeleton height={420} radius="lg" />}
      </div>
    );
  }
  return (
    <div className={classes.page}>
      <PageHead title="Bell" tabTitle={`Bell of ${data.eventName}`} text={data.eventName} />
      <BellBoard eventId={eventId} board={data} bell={bell} />
    </div>
  );
}
