import '@mantine/core/styles/Input.layer.css';
import { Anchor, Skeleton, TextInput } from '@mantine/core';
import { IconExternalLink } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useParams } from 'react-router';
import type { Versioned } from '../../../api/versioned.ts';
import { ApiForm } from '../../../ui/form/api-form.tsx';
import { type Stored, useApiForm } from '../../../ui/form/use-api-form.ts';
import { PageHead } from '../../../ui/page/page-head.tsx';
import { ErrorState } from '../../../ui/state/state-panel.tsx';
import { showToast } from '../../../ui/toasts/toasts.tsx';
import { eventsQueries, readEvent, updateEvent } from '../events.queries.ts';
import classes from './event-fields.module.css';

const parts = ['name', 'address', 'cityName', 'countryName'] as const;
type Location = Record<(typeof parts)[number], string>;

export default function EventLocationPage() {
  const { eventId = '' } = useParams();
  const { data, isError, refetch } = useQuery(eventsQueries.detail(eventId));
  if (isError && !data) return <ErrorState onRetry={refetch} />;
  if (!data) return <Skeleton height={320} />;
  return (
    <>
      <PageHead title="Location" tabTitle={`Location of ${data.value.name}`} />
      <LocationForm key={eventId} eventId={eventId} stored={toStored(data)} />
    </>
  );
}

function LocationForm({ eventId, stored }: { eventId: string; stored: Stored<{ location: Location }> }) {
  const queryClient = useQueryClient();
  const state = useApiForm<{ location: Location }>({
    stored,
    labels: {
      location: 'Location',
      'location.name': 'Venue',
      'location.address': 'Street and number',
      'location.cityName': 'City',
      'location.countryName': 'Country',
    },
    save: ({ location }, etag) => updateEvent(eventId, { location: location && toBody(location) }, etag),
    reread: async () => toStored(await readEvent(eventId)),
    onSaved: async () => {
      showToast({ id: 'saved', title: 'Saved', tone: 'success' });
      await queryClient.invalidateQueries();
    },
  });
  const map = mapAddress(state.form.getValues().location);
  return (
    <ApiForm state={state}>
      {parts.map((part) => (
        <TextInput key={part} {...state.field(`location.${part}`)} size="md" />
      ))}
      {map ? (
        <Anchor href={map} target="_blank" rel="noreferrer" className={classes.link}>
          Look at it on OpenStreetMap
          <IconExternalLink size={18} aria-hidden />
        </Anchor>
      ) : null}
    </ApiForm>
  );
}

/** The address of a map. It is a link and nothing else: no page of ours calls another host. */
function mapAddress({ name, address, cityName, countryName }: Location) {
  // A map knows streets better than the names of halls.
  const place = [address || name, cityName, countryName].map((part) => part.trim()).filter(Boolean);
  if (place.length === 0) return undefined;
  return `https://www.openstreetmap.org/search?${new URLSearchParams({ query: place.join(', ') })}`;
}

function toStored({
  value,
  etag,
}: Pick<Versioned<Awaited<ReturnType<typeof readEvent>>['value']>, 'value' | 'etag'>) {
  const location = Object.fromEntries(parts.map((part) => [part, value.location[part] ?? ''])) as Location;
  return { values: { location }, etag };
}

function toBody(location: Location) {
  return Object.fromEntries(parts.map((part) => [part, location[part].trim() || null]));
}
