import { Link } from 'react-router';
import { paths } from '../app/paths.ts';
import { LiveBadge, PhaseBadge } from '../ui/badges.tsx';
import { Countdown } from '../ui/time/countdown.tsx';
import { formatDate, formatTime } from '../ui/time/time.ts';
import { useNow } from '../ui/time/use-now.ts';
import { AccessHint } from './access-hint.tsx';
import { blockPhase, blocksInOrder, watchableStreams } from './card.ts';
import type { Block, BlockAccess, Competition } from './competition-types.ts';
import classes from './fight-card.module.css';

interface Props {
  competition: Competition;
  accesses: readonly BlockAccess[] | undefined;
  /** The block of the current page. */
  currentBlockId?: string;
}

/** The blocks of a competition. Spoiler-safe: it shows no results and no durations. */
export function FightCard({ competition, accesses, currentBlockId }: Props) {
  return (
    <ol className={classes.card}>
      {blocksInOrder(competition).map((block) => (
        <CardRow
          key={block.id}
          competition={competition}
          block={block}
          access={accesses?.find(({ blockId }) => blockId === block.id)}
          isCurrent={block.id === currentBlockId}
        />
      ))}
    </ol>
  );
}

interface RowProps {
  competition: Competition;
  block: Block;
  access: BlockAccess | undefined;
  isCurrent: boolean;
}

function CardRow({ competition, block, access, isCurrent }: RowProps) {
  return (
    <li className={classes.row} data-current={isCurrent || undefined}>
      <time className={classes.time} dateTime={block.startDate}>
        <span className={`display tabular ${classes.clock}`}>{formatTime(block.startDate)}</span>
        <span className={classes.date}>{formatDate(block.startDate)}</span>
      </time>
      <div className={classes.words}>
        <h3 className={`display ${classes.name}`}>
          <Link
            to={paths.block.href(competition.slug, block.slug)}
            className={classes.link}
            aria-current={isCurrent ? 'page' : undefined}
          >
            {block.name}
          </Link>
        </h3>
        {block.description ? <p className={classes.description}>{block.description}</p> : null}
        <div className={classes.facts}>
          <BlockBadge block={block} />
          <AccessHint block={block} access={access} />
        </div>
      </div>
    </li>
  );
}

const soonMs = 24 * 60 * 60 * 1000;

function BlockBadge({ block }: { block: Block }) {
  const now = useNow();
  const phase = blockPhase(block, now);
  if (phase === 'live') return <LiveBadge />;
  if (phase === 'past')
    return <PhaseBadge>{watchableStreams(block).length > 0 ? 'Replay' : 'Ended'}</PhaseBadge>;
  if (Date.parse(block.startDate) - now > soonMs) return <PhaseBadge>Upcoming</PhaseBadge>;
  return <Countdown to={block.startDate} className={classes.countdown} />;
}
