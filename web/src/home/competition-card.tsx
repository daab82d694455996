import { Link } from 'react-router';
import { paths } from '../app/paths.ts';
import { LiveBadge, PhaseBadge } from '../ui/badges.tsx';
import { EventPicture } from '../ui/pictures/event-picture.tsx';
import { placeOf } from '../ui/place.ts';
import { Countdown } from '../ui/time/countdown.tsx';
import { formatDateTime, type Phase } from '../ui/time/time.ts';
import classes from './competition-card.module.css';
import type { CompetitionItem } from './use-competitions-by-phase.ts';

const dayMs = 86_400_000;

interface Props {
  competition: CompetitionItem;
  phase: Phase;
}

export function CompetitionCard({ competition, phase }: Props) {
  const { name, slug, pictureId, startDate, location } = competition;
  const place = placeOf(location);
  const isSoon = phase === 'upcoming' && Date.parse(startDate) - Date.now() < dayMs;
  return (
    <article className={classes.card}>
      <div className={classes.picture}>
        <EventPicture pictureId={pictureId} sizes="(min-width: 64em) 26rem, (min-width: 40em) 50vw, 100vw" />
        <span className={classes.badge}>
          {phase === 'live' ? <LiveBadge /> : null}
          {phase === 'past' ? <PhaseBadge>Replay</PhaseBadge> : null}
          {isSoon ? <PhaseBadge>Soon</PhaseBadge> : null}
        </span>
      </div>
      <div className={classes.words}>
        <p className={classes.when}>
          <time dateTime={startDate}>{formatDateTime(startDate)}</time>
        </p>
        <h3 className={`display ${classes.name}`}>
          <Link to={paths.competition.href(slug)} className={classes.link}>
            {name}
          </Link>
        </h3>
        {place ? <p className={classes.place}>{place}</p> : null}
        {phase === 'upcoming' ? <Countdown to={startDate} className={classes.countdown} /> : null}
      </div>
    </article>
  );
}
