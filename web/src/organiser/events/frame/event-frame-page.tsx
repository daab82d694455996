import { Anchor, Button, Skeleton } from '@mantine/core';
import { IconExternalLink } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, Outlet, useParams } from 'react-router';
import { adminPaths } from '../../../admin-paths.ts';
import { throwIfMissing } from '../../../api/problem.ts';
import { paths } from '../../../paths.ts';
import { EventStatusBadge } from '../../../ui/badges/status-badges.tsx';
import { HeadingLevel } from '../../../ui/page/heading-level.ts';
import { ErrorState } from '../../../ui/state/state-panel.tsx';
import { eventsQueries } from '../events.queries.ts';
import { windowInWords } from '../window-in-words.ts';
import classes from './event-frame.module.css';
import { EventTabs } from './event-tabs.tsx';

/** What the pages of an event have in common: its name, status and window, and the tabs. */
export default function EventFramePage() {
  const { eventId = '' } = useParams();
  const { data, error, refetch } = useQuery(eventsQueries.detail(eventId));
  if (!data) {
    throwIfMissing(error);
    if (error) return <ErrorState onRetry={refetch} headingOrder={1} />;
    return <FrameSkeleton />;
  }
  const { name, status, slug, startDate, endDate, timezone } = data.value;
  return (
    <>
      <header className={classes.head}>
        <Anchor component={Link} to={adminPaths.events.href()} className={classes.back}>
          All events
        </Anchor>
        <div className={classes.line}>
          <h1 className={classes.name}>{name}</h1>
          <EventStatusBadge status={status} />
          {status === 'draft' ? null : (
            <Button
              component={Link}
              to={paths.competition.href(slug)}
              target="_blank"
              variant="default"
              className={classes.view}
              rightSection={<IconExternalLink size={18} aria-hidden />}
            >
              View page
            </Button>
          )}
        </div>
        <p className={classes.window}>{windowInWords({ startDate, endDate, timezone })}</p>
        <EventTabs eventId={eventId} />
      </header>
      <HeadingLevel value={2}>
        <Outlet />
      </HeadingLevel>
    </>
  );
}

function FrameSkeleton() {
  return (
    <div role="status" aria-label="Loading the event">
      <Skeleton height={36} width="min(24rem, 80%)" mb="sm" mt="xl" />
      <Skeleton height={20} width="min(18rem, 60%)" mb="lg" />
      <Skeleton height={44} mb="xl" />
      <Skeleton height={320} />
    </div>
  );
}
