import { Button, Skeleton } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Fragment } from 'react';
import { useParams } from 'react-router';
import { throwIfMissing } from '../../../api/problem.ts';
import { openModal } from '../../../ui/dialogs/modal-host.tsx';
import { PageHead } from '../../../ui/page/page-head.tsx';
import { EmptyState, ErrorState } from '../../../ui/state/state-panel.tsx';
import { durationInWords, zoneName } from '../../../ui/time/time.ts';
import { eventsQueries } from '../events.queries.ts';
import { useMay } from '../use-may.ts';
import { BlockCard } from './block-card.tsx';
import { NewBlock } from './block-dialogs.tsx';
import type { EventOfBlocks } from './block-form.tsx';
import { breakMs } from './block-times.ts';
import { type Block, blocksQueries } from './blocks.queries.ts';
import classes from './blocks-page.module.css';

/** The blocks of an event in order of time, each with its live streams. */
export default function BlocksPage() {
  const { eventId = '' } = useParams();
  const event = useQuery(eventsQueries.detail(eventId));
  const blocks = useQuery(blocksQueries.list(eventId));
  const may = useMay();
  const error = event.error ?? blocks.error;
  if (!event.data || !blocks.data) {
    throwIfMissing(error);
    if (error) return <ErrorState onRetry={() => void Promise.all([event.refetch(), blocks.refetch()])} />;
    return <BlocksSkeleton />;
  }
  const value = event.data.value;
  const add = () =>
    openModal({
      title: 'Add a block',
      size: 'lg',
      content: (close) => <NewBlock event={value} blocks={blocks.data} close={close} />,
    });
  const addButton = may.create ? (
    <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={add}>
      Add a block
    </Button>
  ) : null;
  return (
    <>
      <PageHead
        title="Blocks"
        tabTitle={`Blocks of ${value.name}`}
        text={`Times are on the clocks of the venue: ${value.timezone}, ${zoneName(value.startDate, value.timezone)}.`}
        action={addButton}
      />
      {blocks.data.length === 0 ? (
        <EmptyState title="No blocks yet" action={addButton}>
          A block is a session of the event, such as the undercard or the main card. Viewers watch, and buy,
          by the block.
        </EmptyState>
      ) : (
        <BlockList event={value} blocks={blocks.data} />
      )}
    </>
  );
}

function BlockList({ event, blocks }: { event: EventOfBlocks; blocks: Block[] }) {
  const may = useMay();
  return (
    <ol className={classes.list}>
      {blocks.map((block, index) => {
        const before = blocks[index - 1];
        return (
          <Fragment key={block.id}>
            {before ? <Break block={before} next={block} /> : null}
            <li>
              <BlockCard event={event} block={block} blocks={blocks} may={may} />
            </li>
          </Fragment>
        );
      })}
    </ol>
  );
}

/** What is between two blocks: nothing, a break, or an overlap. */
function Break({ block, next }: { block: Block; next: Block }) {
  const ms = breakMs(block, next);
  if (ms === 0) return null;
  return (
    <li className={classes.break} data-overlap={ms < 0 || undefined}>
      {ms > 0
        ? `Break of ${durationInWords(ms)}`
        : `${block.name} is still on: they overlap by ${durationInWords(-ms)}`}
    </li>
  );
}

function BlocksSkeleton() {
  return (
    <div role="status" aria-label="Loading the blocks">
      <Skeleton height={36} width={160} mb="lg" />
      <Skeleton height={220} mb="md" radius="lg" />
      <Skeleton height={220} radius="lg" />
    </div>
  );
}
