import { blockPhase } from '@ringside/rules/card';
import { IconArrowRight } from '@tabler/icons-react';
import { Link } from 'react-router';
import { paths } from '../../../paths.ts';
import { Countdown } from '../../../ui/time/countdown.tsx';
import { useClock } from '../../../ui/time/use-now.ts';
import type { Block, Competition } from '../../competitions/competition-types.ts';
import { LiveBlockBadge } from '../../competitions/live-block-badge.tsx';
import classes from './up-next.module.css';

/** A link to the next block of the card; it may be live already, beside this one or without it. */
export function UpNext({ competition, block }: { competition: Competition; block: Block }) {
  const phase = useClock((now) => blockPhase(block, now));
  return (
    <Link to={paths.block.href(competition.slug, block.slug)} className={classes.next}>
      <span className={classes.words}>
        <span className="eyebrow">{phase === 'live' ? 'On now' : 'Up next'}</span>
        <span className={`display ${classes.name}`}>{block.name}</span>
        {phase === 'upcoming' ? <Countdown to={block.startDate} className={classes.when} /> : null}
        {phase === 'live' ? <LiveBlockBadge block={block} /> : null}
        {phase === 'past' ? <span className={classes.when}>Watch the replay</span> : null}
      </span>
      <IconArrowRight size={28} stroke={1.75} aria-hidden />
    </Link>
  );
}
