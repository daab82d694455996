import { phaseOf, placeOf } from '@ringside/rules/event-words';
import { LiveBadge } from '../../../ui/badges/badges.tsx';
import { durationInWords, formatDate } from '../../../ui/time/time.ts';
import { useClock } from '../../../ui/time/use-now.ts';
import type { May } from '../use-may.ts';
import { BlockActions } from './block-actions.tsx';
import type { EventOfBlocks } from './block-form.tsx';
import { isOutside, lengthMs } from './block-times.ts';
import type { Block } from './blocks.queries.ts';
import classes from './blocks-page.module.css';
import { StreamList } from './stream-list.tsx';
import { clockRange } from './time-range.tsx';

interface Props {
  event: EventOfBlocks;
  block: Block;
  blocks: readonly Block[];
  may: May;
}

/** A block with its times, its facts, its live streams and what can be done with it. */
export function BlockCard({ event, block, blocks, may }: Props) {
  const { name, description, startDate, endDate, location } = block;
  const zone = event.timezone;
  const place = placeOf(location);
  return (
    <article className={classes.card} aria-labelledby={`block-${block.id}`}>
      <div className={classes.when}>
        <p className={`display tabular ${classes.clock}`}>{clockRange({ startDate, endDate, zone })}</p>
        <p className={classes.day}>{formatDate(startDate, zone)}</p>
        <p className={classes.day}>{durationInWords(lengthMs(block))}</p>
      </div>
      <BlockActions {...{ event, block, blocks, may }} />
      <div className={classes.words}>
        <h3 id={`block-${block.id}`} className={classes.name}>
          {name}
          <Phase block={block} />
        </h3>
        {description ? <p className={classes.text}>{description}</p> : null}
        <ul className={classes.facts}>
          <li>{block.paymentRequired ? 'Viewers need an access' : 'Free with an account'}</li>
          <li>{place || 'At the place of the event'}</li>
          <li className={classes.slug}>/{block.slug}</li>
        </ul>
        {isOutside(event, block) ? (
          <p className={classes.warning}>A part of this block is outside the times of the event.</p>
        ) : null}
      </div>
      <StreamList block={block} may={may} />
    </article>
  );
}

function Phase({ block }: { block: Block }) {
  const phase = useClock((now) => phaseOf(block, now));
  if (phase === 'live') return <LiveBadge />;
  return phase === 'past' ? <span className={classes.badge}>Over</span> : null;
}
