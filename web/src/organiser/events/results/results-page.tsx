import '@mantine/core/styles/Skeleton.layer.css';
import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { throwIfMissing } from '../../../api/problem.ts';
import { PageHead } from '../../../ui/page/page-head.tsx';
import { EmptyState, ErrorState } from '../../../ui/state/state-panel.tsx';
import { EstimateReview } from './estimate-review.tsx';
import { ResultRow } from './result-row.tsx';
import { bellsByBout } from './result-values.ts';
import { resultQueries } from './results.queries.ts';
import classes from './results-page.module.css';
import { WaitingResults } from './waiting-results.tsx';

/** How the bouts of an event ended: signed here, and confirmed by a second person on another device. */
export default function ResultsPage() {
  const { eventId = '' } = useParams();
  const { data, error, refetch } = useQuery(resultQueries.board(eventId));
  if (!data) {
    throwIfMissing(error);
    return (
      <div className={classes.page}>
        <PageHead title="Results" />
        {error ? <ErrorState onRetry={() => void refetch()} /> : <Skeleton height={420} radius="lg" />}
      </div>
    );
  }
  const { eventName, needsConfirmation, bouts, results } = data;
  const bells = bellsByBout(data);
  return (
    <div className={classes.page}>
      <PageHead title="Results" tabTitle={`Results of ${eventName}`} text={eventName} />
      <p className={classes.rule}>
        {needsConfirmation
          ? 'A second person confirms each result. Until then viewers do not see it.'
          : 'A result is official as soon as it is signed.'}
      </p>
      <WaitingResults eventId={eventId} results={results} />
      {bouts.length === 0 ? (
        <EmptyState title="The card is empty">There is no bout that could have a result.</EmptyState>
      ) : (
        <ol className={classes.bouts}>
          {bouts.map((bout, index) => (
            <ResultRow
              key={bout.id}
              eventId={eventId}
              bout={bout}
              place={`Fight ${index + 1} of ${bouts.length}`}
              bells={bells.get(bout.id) ?? []}
              versions={results.filter(({ boutId }) => boutId === bout.id)}
              needsConfirmation={needsConfirmation}
            />
          ))}
        </ol>
      )}
      <EstimateReview eventId={eventId} bouts={bouts} />
    </div>
  );
}
