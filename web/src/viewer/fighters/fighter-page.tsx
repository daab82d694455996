import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { useLocation, useParams } from 'react-router';
import { isMissing } from '../../api/problem.ts';
import { useIsTakenOver } from '../../rendering.ts';
import { lazyPart } from '../../ui/lazy-part.ts';
import { FailedPage } from '../../ui/page/failed-page.tsx';
import { pageNotFound } from '../../ui/page/page-error.ts';
import { PageTitle } from '../../ui/page/page-title.tsx';
import { FighterFace } from '../../ui/pictures/fighter-face.tsx';
import { useClock } from '../../ui/time/use-now.ts';
import { BoutRows } from './bout-rows.tsx';
import { FighterFacts } from './fighter-facts.tsx';
import classes from './fighter-page.module.css';
import { type Fighter, type FighterBout, fighterOf } from './fighters.queries.ts';

const PresentRecord = lazyPart(() => import('./present-record.tsx').then((file) => file.PresentRecord));

/** A fighter: picture, facts, the fights to come and those to watch again; how these ended is told on request alone. */
export default function FighterPage() {
  const { fighterSlug = '' } = useParams();
  const { pathname } = useLocation();
  const { data, error, isError, isPaused, refetch } = useQuery(fighterOf(fighterSlug));
  if (data) return <FighterContent fighter={data} />;
  if (isMissing(error)) throw pageNotFound(pathname);
  return isError || isPaused ? <FailedPage onRetry={refetch} /> : <FighterSkeleton />;
}

function FighterContent({ fighter }: { fighter: Fighter }) {
  const { name, nickname } = fighter;
  const isTakenOver = useIsTakenOver();
  const { coming, past } = useBoutsByTime(fighter.bouts);
  return (
    <article className={classes.page}>
      <PageTitle>{name}</PageTitle>
      <header className={classes.head}>
        <FighterFace fighter={fighter} isLarge alt={`Portrait of ${name}`} />
        <div className={classes.words}>
          <h1 className={`display ${classes.name}`}>{name}</h1>
          {nickname ? <p className={classes.nickname}>“{nickname}”</p> : null}
          <FighterFacts fighter={fighter} />
          {past.length > 0 && isTakenOver ? (
            <Suspense fallback={null}>
              <PresentRecord
                fighterId={fighter.id}
                eventIds={past.map(({ competition }) => competition.id)}
              />
            </Suspense>
          ) : null}
        </div>
      </header>
      <section aria-labelledby="next-fights" className={classes.section}>
        <h2 id="next-fights" className={classes.title}>
          {coming.length > 1 ? 'Next fights' : 'Next fight'}
        </h2>
        {coming.length > 0 ? (
          <BoutRows fighterId={fighter.id} bouts={coming} />
        ) : (
          <p className={classes.nothing}>No fight of {name} is announced.</p>
        )}
      </section>
      {past.length > 0 ? (
        <section aria-labelledby="past-fights" className={classes.section}>
          <h2 id="past-fights" className={classes.title}>
            Past fights
          </h2>
          <BoutRows fighterId={fighter.id} bouts={past} isPast />
        </section>
      ) : null}
    </article>
  );
}

/** By the planned end of their blocks. What comes begins with the soonest, what is over with the latest. */
function useBoutsByTime(bouts: readonly FighterBout[]) {
  const comingIds = useClock((now) =>
    bouts
      .filter(({ block }) => Date.parse(block.endDate) > now)
      .map(({ id }) => id)
      .join(' '),
  ).split(' ');
  return {
    coming: bouts.filter(({ id }) => comingIds.includes(id)).toReversed(),
    past: bouts.filter(({ id }) => !comingIds.includes(id)),
  };
}

function FighterSkeleton() {
  return (
    <div role="status" aria-label="Loading" className={classes.page}>
      <div className={classes.head}>
        <FighterFace fighter={null} isLarge />
        <div className={classes.words}>
          <span className={classes.waiting} style={{ height: 48, width: 'min(100%, 24rem)' }} />
          <span className={classes.waiting} style={{ height: 120, width: 'min(100%, 32rem)' }} />
        </div>
      </div>
      <span className={classes.waiting} style={{ height: 96 }} />
    </div>
  );
}
