import { phaseOf } from '@ringside/rules/event-words';
import { LiveBadge } from '../../../ui/badges/badges.tsx';
import { formatDate, formatTime, zoneName } from '../../../ui/time/time.ts';
import { useClock } from '../../../ui/time/use-now.ts';
import type { Desk, DeskBlock } from './desk.queries.ts';
import classes from './desk-page.module.css';
import { StreamCard } from './stream-card.tsx';
import { activeInWords } from './words.ts';

interface Props {
  desk: Desk;
  /** With the streams that the filter leaves. */
  block: DeskBlock;
  mayChange: boolean;
}

/** A block with a card for each of its streams. */
export function DeskBlockSection({ desk, block, mayChange }: Props) {
  const { timezone: zone } = desk.event;
  const isLive = useClock((now) => phaseOf(block, now)) === 'live';
  const titleId = `desk-${block.id}`;
  const whole = desk.blocks.find(({ id }) => id === block.id) ?? block;
  return (
    <section aria-labelledby={titleId} className={classes.block}>
      <h3 id={titleId} className={classes.blockTitle}>
        {block.name}
        {isLive ? <LiveBadge /> : null}
        {whole.liveStreams.length > 0 ? (
          <span className={`tabular ${classes.blockTime}`}>{activeInWords(whole)}</span>
        ) : null}
        <span className={`tabular ${classes.blockTime}`}>
          {`${formatDate(block.startDate, zone)}, ${formatTime(block.startDate, zone)} to ${formatTime(block.endDate, zone)} ${zoneName(block.startDate, zone)}`}
        </span>
      </h3>
      {block.liveStreams.length === 0 ? (
        <p className={classes.muted}>No live streams.</p>
      ) : (
        <ul className={classes.grid}>
          {block.liveStreams.map((stream) => (
            <li key={stream.id}>
              <StreamCard desk={desk} block={block} stream={stream} mayChange={mayChange} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
