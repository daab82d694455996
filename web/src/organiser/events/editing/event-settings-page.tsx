import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { holdsAll } from '../../../identity/sessions/permissions.ts';
import { useSession } from '../../../identity/sessions/use-session.ts';
import { PageHead } from '../../../ui/page/page-head.tsx';
import { ErrorState } from '../../../ui/state/state-panel.tsx';
import { eventsQueries } from '../events.queries.ts';
import { DeleteSection } from './delete-section.tsx';
import { toValues } from './event-values.ts';
import { SettingsForm } from './settings-form.tsx';

export default function EventSettingsPage() {
  const { eventId = '' } = useParams();
  const { permissions } = useSession();
  const { data, isError, refetch } = useQuery(eventsQueries.detail(eventId));
  if (isError && !data) return <ErrorState onRetry={refetch} />;
  if (!data) return <Skeleton height={320} />;
  const { value, etag } = data;
  return (
    <>
      <PageHead title="Settings" tabTitle={`Settings of ${value.name}`} />
      <SettingsForm key={eventId} eventId={eventId} stored={{ values: toValues(value), etag }} />
      {holdsAll(permissions, ['event:delete']) ? <DeleteSection eventId={eventId} name={value.name} /> : null}
    </>
  );
}
