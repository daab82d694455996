import { type Phase, placeOf } from '@ringside/rules/event-words';
import { Link } from 'react-router';
import { paths } from '../../paths.ts';
import { LiveBadge, PhaseBadge } from '../../ui/badges/badges.tsx';
import { EventPicture } from '../../ui/pictures/event-picture.tsx';
import { Countdown } from '../../ui/time/countdown.tsx';
import { formatNearDate, formatTime } from '../../ui/time/time.ts';
import { useClock } from '../../ui/time/use-now.ts';
import { useReader } from '../../ui/time/use-reader.ts';
import classes from './competition-card.module.css';
import type { CompetitionItem } from './finding.queries.ts';

const dayMs = 86_400_000;

const railSizes = '(min-width: 64em) 26rem, (min-width: 40em) 50vw, 100vw';
/** On a phone the picture fills the height beside the words: it is cut from one that is wider than its place. */
const listedSizes = '(min-width: 64em) 26rem, (min-width: 40em) 50vw, 14rem';

interface Props {
  competition: CompetitionItem;
  phase: Phase;
  /** 2 on a page that has no headings between its own and the cards. */
  headingOrder?: 2 | 3;
  /** In a long list: on a phone the picture lies beside the words. */
  isInList?: boolean;
  /** In the archive, where each one is a replay, none says so. */
  isInArchive?: boolean;
}

export function CompetitionCard({
  competition,
  phase,
  headingOrder = 3,
  isInList = false,
  isInArchive = false,
}: Props) {
  const Heading = headingOrder === 2 ? 'h2' : 'h3';
  const { name, slug, pictureId, startDate, timezone, location } = competition;
  const reader = useReader(timezone);
  const place = placeOf(location);
  const day = useClock((now) => formatNearDate(startDate, now, reader));
  const isSoon = useClock((now) => (Date.parse(startDate) - now < dayMs ? 1 : 0)) === 1;
  return (
    <article className={classes.card} data-list={isInList || undefined}>
      <div className={classes.picture} data-picture={slug}>
        <EventPicture pictureId={pictureId} sizes={isInList ? listedSizes : railSizes} />
        <span className={classes.badge}>
          {phase === 'live' ? <LiveBadge /> : null}
          {phase === 'past' && !isInArchive ? <PhaseBadge>Replay</PhaseBadge> : null}
          {phase === 'upcoming' && isSoon ? <PhaseBadge>Soon</PhaseBadge> : null}
        </span>
      </div>
      <div className={classes.words}>
        <p className={classes.when}>
          <time dateTime={startDate}>
            {day}, {formatTime(startDate, reader)}
          </time>
        </p>
        <Heading className={`display ${classes.name}`}>
          <Link to={paths.competition.href(slug)} className={classes.link}>
            {name}
          </Link>
        </Heading>
        {place ? <p className={classes.place}>{place}</p> : null}
        {phase === 'upcoming' ? <Countdown to={startDate} className={classes.countdown} /> : null}
      </div>
    </article>
  );
}
