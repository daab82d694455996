import '@mantine/core/styles/Input.layer.css';
import { Anchor, Skeleton, Textarea, TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { adminPaths } from '../../../admin-paths.ts';
import { paths } from '../../../paths.ts';
import { ApiForm } from '../../../ui/form/api-form.tsx';
import { useApiForm } from '../../../ui/form/use-api-form.ts';
import { PageHead } from '../../../ui/page/page-head.tsx';
import { showToast } from '../../../ui/toasts/toasts.tsx';
import { SlugField } from '../../ui/fields/slug-field.tsx';
import { ownZone } from '../../ui/fields/zones.ts';
import { createEvent, eventsQueries } from '../events.queries.ts';
import classes from './event-fields.module.css';
import { checkDates, type EventValues, eventLabels, toBody } from './event-values.ts';
import { PeriodFields } from './period-fields.tsx';

const nothing: EventValues = {
  name: '',
  slug: '',
  description: '',
  content: '',
  startDate: '',
  endDate: '',
  timezone: '',
  stripePriceId: '',
  saleStartDate: null,
  saleEndDate: null,
  status: 'draft',
};

/** Only what an event cannot do without; the overview leads on to the rest. */
export default function NewEventPage() {
  const { data, isPending } = useQuery(eventsQueries.site());
  // Once: the site may be read again, and what was typed must stay.
  const [timezone, setTimezone] = useState<string>();
  if (timezone === undefined && !isPending) setTimezone(data?.defaultTimezone ?? ownZone());
  return (
    <>
      <Anchor component={Link} to={adminPaths.events.href()} className={classes.back as string}>
        All events
      </Anchor>
      <PageHead title="New event" text="It starts as a draft that only organisers see." />
      {timezone === undefined ? <Skeleton height={480} /> : <NewEventForm timezone={timezone} />}
    </>
  );
}

/** @param timezone the one that the settings propose. */
function NewEventForm({ timezone }: { timezone: string }) {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const state = useApiForm<EventValues>({
    isNew: true,
    stored: { values: { ...nothing, timezone }, etag: '' },
    labels: eventLabels,
    check: checkDates,
    save: (values) => createEvent({ ...toBody({ ...nothing, ...values }), location: {} }),
    onSaved: async (response) => {
      showToast({ id: 'saved', title: 'The draft is there', tone: 'success' });
      await queryClient.invalidateQueries();
      const eventId = response.headers.get('Location')?.split('/').at(-1);
      await navigate(eventId ? adminPaths.event.href(eventId) : adminPaths.events.href());
    },
  });
  const { form, field } = state;
  return (
    <ApiForm state={state} submitLabel="Create the draft">
      <TextInput {...field('name')} size="md" withAsterisk data-autofocus maxLength={255} />
      <SlugField
        {...field('slug')}
        follows={form.getValues().name}
        addressOf={paths.competition.href}
        isRequired
      />
      <PeriodFields state={state} />
      <Textarea
        {...field('description')}
        size="md"
        autosize
        minRows={2}
        description="One or two sentences for lists and shared links."
      />
    </ApiForm>
  );
}
