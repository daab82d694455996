import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { paths } from '../../../paths.ts';
import { FighterFace } from '../../../ui/pictures/fighter-face.tsx';
import { formatNearDate } from '../../../ui/time/time.ts';
import { useClock } from '../../../ui/time/use-now.ts';
import { useReader } from '../../../ui/time/use-reader.ts';
import { findingQueries } from '../finding.queries.ts';
import classes from './hit-groups.module.css';
import { boutHref, boutTitle, type FoundBout, type FoundFighter, fighterFacts } from './hit-words.ts';

/** A group of the search page. */
export function HitGroup({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section aria-labelledby={id} className={classes.group}>
      <h2 id={id} className={classes.title}>
        {title}
      </h2>
      {children}
    </section>
  );
}

export function FighterHits({ fighters }: { fighters: readonly FoundFighter[] }) {
  return (
    <ul className={classes.hits}>
      {fighters.map((fighter) => (
        <li key={fighter.id}>
          <Link to={paths.fighter.href(fighter.slug)} className={classes.hit}>
            <FighterFace fighter={fighter} />
            <span className={classes.words}>
              <span className={`display ${classes.name}`}>{fighter.name}</span>
              <span className={classes.facts}>{fighterFacts(fighter)}</span>
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}

export function BoutHits({ bouts }: { bouts: readonly FoundBout[] }) {
  return (
    <ul className={classes.hits}>
      {bouts.map((bout) => (
        <li key={bout.id}>
          <Link to={boutHref(bout)} className={classes.hit}>
            <span className={classes.faces}>
              <FighterFace fighter={bout.red} corner="red" />
              <FighterFace fighter={bout.blue} corner="blue" />
            </span>
            <span className={classes.words}>
              <span className={`display ${classes.name}`}>{boutTitle(bout)}</span>
              <BoutFacts bout={bout} />
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}

/** "Sat, 12 Dec · Rotterdam Rumble 8 · Cancelled" */
export function BoutFacts({ bout: { block, competition, status } }: { bout: FoundBout }) {
  const reader = useReader(competition.timezone);
  const date = useClock((now) => formatNearDate(block.startDate, now, reader));
  return (
    <span className={classes.facts}>
      {[date, competition.name, status === 'cancelled' && 'Cancelled'].filter(Boolean).join(' · ')}
    </span>
  );
}

/** A fighter, a fight and a night for somebody who has typed nothing yet, or has found nothing. */
export function Suggestions() {
  const { data } = useQuery(findingQueries.hits(''));
  if (!data) return null;
  return (
    <HitGroup id="suggestions" title="You might look for">
      <FighterHits fighters={data.fighters} />
      <BoutHits bouts={data.bouts} />
      <ul className={classes.hits}>
        {data.competitions.map(({ id, slug, name, startDate, timezone }) => (
          <li key={id}>
            <Link to={paths.competition.href(slug)} className={classes.hit}>
              <span className={classes.words}>
                <span className={`display ${classes.name}`}>{name}</span>
                <NightDate startDate={startDate} timezone={timezone} />
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </HitGroup>
  );
}

function NightDate({ startDate, timezone }: { startDate: string; timezone: string }) {
  const reader = useReader(timezone);
  return <span className={classes.facts}>{useClock((now) => formatNearDate(startDate, now, reader))}</span>;
}
