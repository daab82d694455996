import { Button } from '@mantine/core';
import { placeOf } from '@ringside/rules/event-words';
import { foundLists } from '@ringside/rules/home-lists';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { paths } from '../../paths.ts';
import { useIsTakenOver } from '../../rendering.ts';
import { LiveBadge } from '../../ui/badges/badges.tsx';
import { PageTitle } from '../../ui/page/page-title.tsx';
import { EventPicture } from '../../ui/pictures/event-picture.tsx';
import { EmptyState, ErrorState } from '../../ui/state/state-panel.tsx';
import { Countdown } from '../../ui/time/countdown.tsx';
import { VenueTime } from '../../ui/time/date-time.tsx';
import { formatTime, zoneName } from '../../ui/time/time.ts';
import { useClock, useNow } from '../../ui/time/use-now.ts';
import { servedIn, useReader } from '../../ui/time/use-reader.ts';
import { mainEventInWords } from '../bouts/main-event.tsx';
import { RemindInList } from '../reminders/remind-in-list.tsx';
import { type CompetitionFilter, type CompetitionItem, findingQueries } from './finding.queries.ts';
import pageClasses from './finding-page.module.css';
import { ListFilters } from './list-filters.tsx';
import { MissingPage } from './missing-page.tsx';
import { PageLinks } from './page-links.tsx';
import { dayBefore, type ScheduleDay, scheduleDays } from './schedule.ts';
import classes from './schedule-page.module.css';
import { useSplitInstant } from './split-instant.ts';
import { type ListAddress, useListAddress } from './use-list-address.ts';

/** What is live and what comes, by day. */
export default function SchedulePage() {
  const address = useListAddress();
  const instant = useSplitInstant();
  const isTakenOver = useIsTakenOver();
  const current = foundLists(instant).schedule.whole;
  return (
    <div className={pageClasses.page}>
      <PageTitle>Schedule</PageTitle>
      <header className={pageClasses.head}>
        <h1 className={pageClasses.title}>Schedule</h1>
        <p className={pageClasses.lead}>What is live, and what comes.</p>
        <p className={pageClasses.lead}>
          {isTakenOver
            ? `Times are on your clock (${zoneName(instant)}).`
            : 'Times are on the clock of each hall.'}
        </p>
      </header>
      <ListFilters address={address} whole={{ filter: current }} />
      <Days address={address} filter={{ ...current, ...address.filter }} />
    </div>
  );
}

const minuteMs = 60_000;

const ofHall = ({ timezone }: CompetitionItem) => servedIn(timezone);

function Days({ address, filter }: { address: ListAddress; filter: CompetitionFilter }) {
  const { page, hrefOf, isNarrowed, clear } = address;
  const { data, isError, isPaused, refetch } = useQuery({
    ...findingQueries.page({ filter, order: ['startDate'] }, page),
    placeholderData: (before) => before,
  });
  const now = useNow(minuteMs);
  const isTakenOver = useIsTakenOver();
  if (!data) return isError || isPaused ? <ErrorState onRetry={refetch} /> : <DaysSkeleton />;
  if (data.total > 0 && data.data.length === 0) return <MissingPage firstPage={hrefOf(1)} />;
  const days = isTakenOver ? scheduleDays(data.data, now) : scheduleDays(data.data, now, ofHall);
  if (days.length === 0 && isNarrowed) {
    return (
      <EmptyState title="Nothing fits these filters" action={<Button onClick={clear}>Clear filters</Button>}>
        Choose another city, or look at everything.
      </EmptyState>
    );
  }
  if (days.length === 0) return <NothingAnnounced />;
  return (
    <>
      {days.map((day) => (
        <Day key={day.key} day={day} />
      ))}
      <PageLinks page={page} total={data.total} hrefOf={hrefOf} />
    </>
  );
}

/** A platform without an event has no replay either. */
function NothingAnnounced() {
  const instant = useSplitInstant();
  const replays = { filter: foundLists(instant).replays.whole, order: ['-startDate' as const] };
  const { data } = useQuery(findingQueries.page(replays, 1));
  const replay = (
    <Button component={Link} to={paths.replays.href()}>
      Watch a replay
    </Button>
  );
  return (
    <EmptyState title="Nothing is announced yet" action={data?.total ? replay : undefined}>
      New fight nights appear here first.
    </EmptyState>
  );
}

function Day({ day }: { day: ScheduleDay }) {
  return (
    <section aria-labelledby={`day-${day.items[0]?.id}`} className={classes.day}>
      <h2 id={`day-${day.items[0]?.id}`} className={classes.dayTitle}>
        {day.title} {day.date ? <span className={classes.date}>{day.date}</span> : null}
      </h2>
      <ol className={classes.rows}>
        {day.items.map((item) => (
          <Row key={item.id} competition={item} isLive={day.key === 'live'} />
        ))}
      </ol>
    </section>
  );
}

const soonMs = 24 * 60 * minuteMs;

function Row({ competition, isLive }: { competition: CompetitionItem; isLive: boolean }) {
  const { name, slug, startDate, timezone, pictureId, location } = competition;
  const place = placeOf(location);
  const mainEvent = mainEventInWords(competition.mainEvent);
  const now = useNow(minuteMs);
  const isSoon = Date.parse(startDate) - now < soonMs;
  const reader = useReader(timezone);
  const since = isLive ? dayBefore(startDate, now, reader) : undefined;
  const isComing = useClock((now) => (now < Date.parse(startDate) ? 1 : 0)) === 1;
  return (
    <li className={classes.row}>
      <div className={classes.time}>
        <time dateTime={startDate} className={`display tabular ${classes.clock}`}>
          {since ? <span className={classes.since}>Since {since} </span> : null}
          {formatTime(startDate, reader)}
        </time>
        <span className={classes.venue}>
          <VenueTime instant={startDate} venueZone={timezone} />
        </span>
      </div>
      <div className={classes.words}>
        <h3 className={`display ${classes.name}`}>
          <Link to={paths.competition.href(slug)} className={classes.link}>
            {name}
          </Link>
        </h3>
        {mainEvent ? <p className={classes.mainEvent}>{mainEvent}</p> : null}
        {place ? <p className={classes.place}>{place}</p> : null}
        {isLive ? <LiveBadge /> : null}
        {!isLive && isSoon ? <Countdown to={startDate} className={classes.countdown} /> : null}
      </div>
      {isLive ? (
        <div className={classes.action}>
          <Button
            component={Link}
            to={paths.live.href(slug)}
            aria-label={`Watch live: ${name}`}
            title={`Watch live: ${name}`}
            className={classes.watch}
          >
            Watch live
          </Button>
        </div>
      ) : null}
      {isComing ? (
        <div className={classes.action}>
          <RemindInList competition={competition} />
        </div>
      ) : null}
      <div className={classes.picture} data-picture={slug}>
        <EventPicture pictureId={pictureId} sizes="10rem" />
      </div>
    </li>
  );
}

function DaysSkeleton() {
  return (
    <div role="status" aria-label="Loading the schedule" className={classes.rows}>
      {['a', 'b', 'c', 'd'].map((key) => (
        <div key={key} className={classes.blank} />
      ))}
    </div>
  );
}
