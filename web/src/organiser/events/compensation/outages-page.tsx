import '@mantine/core/styles/Input.layer.css';
import '@mantine/core/styles/InlineInput.layer.css';
import { NativeSelect, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useParams, useSearchParams } from 'react-router';
import { PageHead } from '../../../ui/page/page-head.tsx';
import { ErrorState } from '../../../ui/state/state-panel.tsx';
import { DataTable } from '../../ui/table/data-table.tsx';
import { useListQuery } from '../../ui/table/use-list-query.ts';
import { type EventWithBlocks, eventWithBlocks } from '../choosing/event-with-blocks.ts';
import classes from './compensation.module.css';
import { compensationQueries } from './compensation.queries.ts';
import { OutageView } from './outage-view.tsx';
import { outagesList } from './outages-list.tsx';

const spans = [1, 2, 5, 10, 15, 30];
const defaultMinutes = 5;

/** When paid blocks could not be watched, whom that affected, and what they get for it. */
export default function OutagesPage() {
  const { eventId = '' } = useParams();
  const [search] = useSearchParams();
  const outageId = search.get('outage');
  const event = useQuery(eventWithBlocks(eventId));
  if (event.data && outageId) return <OutageView key={outageId} event={event.data} outageId={outageId} />;
  if (event.data) return <Outages key={eventId} event={event.data} />;
  return event.isError ? <ErrorState onRetry={event.refetch} /> : <Skeleton height={320} />;
}

function Outages({ event }: { event: EventWithBlocks }) {
  const list = useMemo(() => outagesList(event), [event]);
  const state = useListQuery(list);
  const typed = Number(state.search.get('least'));
  const minutes = spans.includes(typed) ? typed : defaultMinutes;
  const { limit, offset } = state.query;
  const result = useQuery(
    compensationQueries.outages({ eventId: event.id, leastSeconds: minutes * 60, limit, offset }),
  );
  return (
    <>
      <PageHead
        title="Outages"
        tabTitle={`Outages of ${event.name}`}
        text="Measured from the state of the streams and from playback that was refused or failed."
      />
      <NativeSelect
        size="md"
        className={classes.threshold as string}
        label="Show outages from"
        value={String(minutes)}
        onChange={({ currentTarget }) => state.change({ least: currentTarget.value })}
        data={spans.map((span) => ({
          value: String(span),
          label: span === 1 ? '1 minute' : `${span} minutes`,
        }))}
      />
      <DataTable<'listOutages'>
        list={list}
        state={state}
        result={result}
        caption="Outages"
        empty={{
          title: 'No outage',
          text: `Every paid block could be watched while it ran, or was dark for less than ${minutes === 1 ? 'a minute' : `${minutes} minutes`}.`,
        }}
      />
    </>
  );
}
