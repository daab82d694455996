import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { holdsAll } from '../../../identity/sessions/permissions.ts';
import { useSession } from '../../../identity/sessions/use-session.ts';
import { LiveBadge } from '../../../ui/badges/badges.tsx';
import { PageHead } from '../../../ui/page/page-head.tsx';
import { ErrorState } from '../../../ui/state/state-panel.tsx';
import { useNow } from '../../../ui/time/use-now.ts';
import { cardQueries } from '../card/card.queries.ts';
import { DuplicateButton } from '../editing/duplicate-button.tsx';
import { eventsQueries } from '../events.queries.ts';
import { SoldTogether } from '../promotion/sold-together.tsx';
import { cardCheckOf } from './card-check.ts';
import { EventNumbers } from './event-numbers.tsx';
import classes from './overview.module.css';
import { checksOf, reasonNotToPublish } from './readiness.ts';
import { ReadinessList } from './readiness-list.tsx';
import { StatusActions } from './status-actions.tsx';
import { viewersSee } from './viewers-see.ts';

const minuteMs = 60_000;

export default function EventOverviewPage() {
  const { eventId = '' } = useParams();
  const { permissions } = useSession();
  const now = useNow(minuteMs);
  const { data, isError, refetch } = useQuery(eventsQueries.whole(eventId));
  // Without the card its line is missing; the page says nothing of it.
  const bouts = useQuery({ ...cardQueries.list(eventId), meta: { showsProblem: true } });
  if (isError && !data) return <ErrorState onRetry={refetch} />;
  if (!data) return <Skeleton height={320} />;
  const { value: event, etag } = data;
  const checks = checksOf(event, now);
  const shown = bouts.data ? [...checks, cardCheckOf(event, bouts.data, now)] : checks;
  const seen = viewersSee(event, now);
  const mayChange = holdsAll(permissions, ['event:update']);
  return (
    <>
      <PageHead
        title="Overview"
        tabTitle={event.name}
        action={holdsAll(permissions, ['event:create']) ? <DuplicateButton event={event} /> : null}
      />
      <div className={classes.columns}>
        <div className={classes.column}>
          <section className={classes.card} aria-labelledby="viewers-see">
            <h3 id="viewers-see" className={classes.label}>
              What viewers see now
            </h3>
            <p className={classes.seen}>{seen.isLive ? <LiveBadge size="lg" /> : seen.title}</p>
            <p className={classes.text}>{seen.text}</p>
            {mayChange ? (
              <StatusActions event={event} etag={etag} reason={reasonNotToPublish(checks)} checks={shown} />
            ) : null}
          </section>
          <EventNumbers event={event} />
          <SoldTogether event={event} mayChange={mayChange} />
        </div>
        <ReadinessList checks={shown} mayChange={mayChange} />
      </div>
    </>
  );
}
