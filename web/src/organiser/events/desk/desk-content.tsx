import { Button } from '@mantine/core';
import { phaseOf } from '@ringside/rules/event-words';
import { Link } from 'react-router';
import { adminPaths } from '../../../admin-paths.ts';
import type { Connection } from '../../../live/event-stream.ts';
import { EmptyState } from '../../../ui/state/state-panel.tsx';
import { useClock } from '../../../ui/time/use-now.ts';
import { useMay } from '../use-may.ts';
import { BannerButton, BannerStrip } from './banner-strip.tsx';
import type { Desk, DeskBlock } from './desk.queries.ts';
import { DeskBell } from './desk-bell.tsx';
import { DeskBlockSection } from './desk-block.tsx';
import { filterFrom } from './desk-filter.ts';
import classes from './desk-page.module.css';
import { DeskFilterFields, DeskTools } from './desk-tools.tsx';
import { useDeskFilter } from './use-desk-filter.ts';
import { counted } from './words.ts';

/** The evening: its viewers, its banner, and its streams, block by block. */
export function DeskContent({ desk, connection }: { desk: Desk; connection: Connection }) {
  const { event, banner, blocks, viewers } = desk;
  const may = useMay();
  const { filter, shown, change } = useDeskFilter(blocks);
  const streamCount = blocks.reduce((sum, { liveStreams }) => sum + liveStreams.length, 0);
  const isFiltered = filter.status !== 'all' || filter.blockId !== '';
  if (streamCount === 0) {
    return (
      <EmptyState
        title="No live streams yet"
        action={
          <Button component={Link} to={adminPaths.eventBlocks.href(event.id)}>
            Go to the blocks
          </Button>
        }
      >
        Live streams belong to blocks. Add them there, and they appear here with their pictures.
      </EmptyState>
    );
  }
  return (
    <div className={classes.desk}>
      <div className={classes.top}>
        <p className={classes.total}>
          <span className={`display tabular ${classes.totalCount}`}>{counted(viewers)}</span>
          <span>{viewers === 1 ? 'viewer now' : 'viewers now'}</span>
        </p>
        {event.status === 'draft' ? (
          <p className={classes.warning}>This event is a draft: viewers cannot open it.</p>
        ) : null}
        <BannerStrip eventId={event.id} zone={event.timezone} banner={banner} mayChange={may.update} />
      </div>
      <div className={classes.evening}>
        <DeskBell eventId={event.id} connection={connection} />
        <div className={classes.streams}>
          <DeskTools>
            {streamCount >= filterFrom || isFiltered ? (
              <DeskFilterFields blocks={blocks} filter={filter} change={change} />
            ) : null}
            {may.update ? <BannerButton desk={desk} /> : null}
          </DeskTools>
          {isFiltered && shown.length === 0 ? (
            <EmptyState
              title="No match"
              action={
                <Button onClick={() => change({ status: 'all', blockId: '' })}>Show all streams</Button>
              }
            >
              {`No ${filter.status} streams here now.`}
            </EmptyState>
          ) : null}
          <DeskBlocks desk={desk} blocks={shown} mayChange={may.update} />
        </div>
      </div>
    </div>
  );
}

/** Blocks that are over are folded away below the others. */
function DeskBlocks(props: { desk: Desk; blocks: readonly DeskBlock[]; mayChange: boolean }) {
  const { desk, blocks, mayChange } = props;
  const overIds = useClock((now) =>
    blocks
      .filter((block) => phaseOf(block, now) === 'past')
      .map(({ id }) => id)
      .join(),
  ).split(',');
  const over = blocks.filter(({ id }) => overIds.includes(id));
  const current = blocks.filter((block) => !over.includes(block));
  const section = (block: DeskBlock) => (
    <DeskBlockSection key={block.id} desk={desk} block={block} mayChange={mayChange} />
  );
  return (
    <>
      {current.map(section)}
      {over.length > 0 ? (
        <details className={classes.over} open={current.length === 0}>
          <summary>{over.length === 1 ? '1 block is over' : `${over.length} blocks are over`}</summary>
          {over.map(section)}
        </details>
      ) : null}
    </>
  );
}
