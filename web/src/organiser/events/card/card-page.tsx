import '@mantine/core/styles/Skeleton.layer.css';
import { Button, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from 'react-router';
import { adminPaths } from '../../../admin-paths.ts';
import { throwIfMissing } from '../../../api/problem.ts';
import { PageHead } from '../../../ui/page/page-head.tsx';
import { EmptyState, ErrorState } from '../../../ui/state/state-panel.tsx';
import { blocksQueries } from '../blocks/blocks.queries.ts';
import { eventsQueries } from '../events.queries.ts';
import { ResultsLink } from '../results-link.tsx';
import { useMay } from '../use-may.ts';
import { cardQueries } from './card.queries.ts';
import { CardList } from './card-list.tsx';
import { cardOf } from './card-order.ts';
import { CardSheet } from './print/card-sheet.tsx';
import { CardTools } from './print/card-tools.tsx';

/** Who fights whom: the bouts of an event by its blocks, in their order. */
export default function CardPage() {
  const { eventId = '' } = useParams();
  const event = useQuery(eventsQueries.detail(eventId));
  const blocks = useQuery(blocksQueries.list(eventId));
  const bouts = useQuery(cardQueries.list(eventId));
  const may = useMay();
  const error = event.error ?? blocks.error ?? bouts.error;
  if (!event.data || !blocks.data || !bouts.data) {
    throwIfMissing(error);
    if (error) {
      const retry = () => Promise.all([event.refetch(), blocks.refetch(), bouts.refetch()]);
      return <ErrorState onRetry={() => void retry()} />;
    }
    return <CardSkeleton />;
  }
  const { name } = event.data.value;
  const card = cardOf(blocks.data, bouts.data);
  return (
    <>
      <PageHead
        title="Card"
        tabTitle={`Card of ${name}`}
        text={
          <>
            Who fights whom, from the first bout of the evening to the main event.{' '}
            <ResultsLink eventId={eventId} />
          </>
        }
        action={<CardTools event={event.data.value} card={card} />}
      />
      {blocks.data.length === 0 ? (
        <EmptyState
          title="A card needs a block"
          action={
            <Button component={Link} to={adminPaths.eventBlocks.href(eventId)}>
              {may.create ? 'Add a block' : 'See the blocks'}
            </Button>
          }
        >
          Bouts belong to a block, such as the prelims or the main card. Add a block first, and then its
          bouts.
        </EmptyState>
      ) : (
        <CardList event={event.data.value} stored={card} />
      )}
      {bouts.data.length > 0 ? <CardSheet event={event.data.value} card={card} /> : null}
    </>
  );
}

function CardSkeleton() {
  return (
    <div role="status" aria-label="Loading the card">
      <Skeleton height={36} width={160} mb="lg" />
      <Skeleton height={280} mb="md" radius="lg" />
      <Skeleton height={280} radius="lg" />
    </div>
  );
}
