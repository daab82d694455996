import { VisuallyHidden } from '@mantine/core';
import { roundsInWords, unknownFighter, weightInWords } from '@ringside/rules/bout-words';
import { phaseOf } from '@ringside/rules/event-words';
import { type ReactNode, Suspense } from 'react';
import { Link } from 'react-router';
import { paths } from '../../paths.ts';
import { useIsTakenOver } from '../../rendering.ts';
import { LiveBadge } from '../../ui/badges/badges.tsx';
import { lazyPart } from '../../ui/lazy-part.ts';
import { FighterFace } from '../../ui/pictures/fighter-face.tsx';
import { formatDate } from '../../ui/time/time.ts';
import { useClock } from '../../ui/time/use-now.ts';
import { useReader } from '../../ui/time/use-reader.ts';
import classes from './bout-rows.module.css';
import type { FighterBout } from './fighters.queries.ts';

const RowResult = lazyPart(() => import('./row-result.tsx').then((file) => file.RowResult));

/** Each event is a call; of earlier ones a result comes by a press. */
const shownAtOnce = 10;

interface Props {
  fighterId: string;
  bouts: readonly FighterBout[];
  /** They are over, and can be watched again. */
  isPast?: boolean;
}

/** The bouts of a fighter: against whom, where and when. */
export function BoutRows({ fighterId, bouts, isPast = false }: Props) {
  const isTakenOver = useIsTakenOver();
  return (
    <ol className={classes.rows}>
      {bouts.map((bout, index) => (
        <li key={bout.id} className={classes.row} data-cancelled={bout.status === 'cancelled' || undefined}>
          <BoutRow bout={bout} isPast={isPast}>
            {isPast && isTakenOver && bout.status !== 'cancelled' ? (
              <Suspense fallback={null}>
                <RowResult fighterId={fighterId} bout={bout} isEarly={index < shownAtOnce} />
              </Suspense>
            ) : null}
          </BoutRow>
        </li>
      ))}
    </ol>
  );
}

interface RowProps {
  bout: FighterBout;
  isPast: boolean;
  /** How it ended. */
  children: ReactNode;
}

function BoutRow({ bout, isPast, children }: RowProps) {
  const { opponent, corner, competition, block, title, status, statusReason } = bout;
  const reader = useReader(competition.timezone);
  const isLive = useClock((now) => (phaseOf(block, now) === 'live' ? 1 : 0)) === 1;
  const isCancelled = status === 'cancelled';
  return (
    <>
      <FighterFace fighter={opponent} corner={corner === 'red' ? 'blue' : 'red'} />
      <div className={classes.words}>
        <h3 className={`display ${classes.opponent}`}>
          <span className={classes.against}>v</span>{' '}
          {opponent ? (
            <Link to={paths.fighter.href(opponent.slug)} className={classes.link}>
              {opponent.name}
            </Link>
          ) : (
            unknownFighter
          )}
        </h3>
        <p className={classes.terms}>
          {[title, weightInWords(bout), roundsInWords(bout)].filter(Boolean).join(' · ')}
        </p>
        {isCancelled ? (
          <p className={classes.change}>{statusReason ? `Cancelled: ${statusReason}` : 'Cancelled'}</p>
        ) : null}
        {isPast && !isCancelled ? <div className={classes.outcome}>{children}</div> : null}
      </div>
      <div className={classes.night}>
        <p className={classes.when}>
          {isLive && !isCancelled ? <LiveBadge /> : null}
          <time dateTime={block.startDate}>{formatDate(block.startDate, reader)}</time>
        </p>
        <p className={classes.event}>
          <Link to={`${paths.competition.href(competition.slug)}#bout-${bout.id}`} className={classes.link}>
            {competition.name}
          </Link>
          {` · ${block.name}`}
        </p>
        {(isPast || isLive) && !isCancelled ? (
          <Link
            to={`${paths.block.href(competition.slug, block.slug)}#bout-${bout.id}`}
            className={classes.watch}
          >
            {isPast ? 'Watch the replay' : 'Watch'}{' '}
            <VisuallyHidden>{`of ${competition.name}, ${block.name}`}</VisuallyHidden>
          </Link>
        ) : null}
      </div>
    </>
  );
}
