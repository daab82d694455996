import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useParams } from 'react-router';
import { PageHead } from '../../../ui/page/page-head.tsx';
import { ErrorState } from '../../../ui/state/state-panel.tsx';
import { DataTable } from '../../ui/table/data-table.tsx';
import { ExportButton } from '../../ui/table/export-button.tsx';
import { countOf } from '../../ui/table/list.ts';
import { useListQuery } from '../../ui/table/use-list-query.ts';
import { type EventWithBlocks, eventWithBlocks } from '../choosing/event-with-blocks.ts';
import { OutagesLink } from '../compensation/outages-link.tsx';
import { exportOrders, ordersQueries } from './orders.queries.ts';
import { ordersList } from './orders-list.tsx';
import classes from './sales.module.css';
import { SalesSummary } from './sales-summary.tsx';

/** What an event has sold, and its orders. */
export default function SalesPage() {
  const { eventId = '' } = useParams();
  const event = useQuery(eventWithBlocks(eventId));
  if (event.data) return <Sales key={eventId} event={event.data} />;
  return event.isError ? <ErrorState onRetry={event.refetch} /> : <Skeleton height={320} />;
}

function Sales({ event }: { event: EventWithBlocks }) {
  const list = useMemo(() => ordersList(event), [event]);
  const state = useListQuery(list);
  const result = useQuery(ordersQueries.list(state.query));
  const sales = useQuery(ordersQueries.sales(event.id));
  const currencies = sales.data?.currencies ?? [];
  return (
    <>
      <PageHead
        title="Sales"
        tabTitle={`Sales of ${event.name}`}
        text={
          <>
            {sales.data ? `Days are those of ${sales.data.timezone}. ` : null}
            <OutagesLink eventId={event.id} />
          </>
        }
        action={
          <ExportButton
            total={result.data?.total ?? 0}
            words={['order', 'orders']}
            load={() => exportOrders(state.query.filter)}
          />
        }
      />
      <div className={classes.sales}>
        {sales.isPending ? <Skeleton height={160} /> : null}
        {sales.isError && !sales.data ? <ErrorState onRetry={sales.refetch} /> : null}
        {sales.data && sales.data.complimentary > 0 ? (
          <p>{`Complimentary: ${countOf(sales.data.complimentary, ['person', 'people'])}, counted apart from sales.`}</p>
        ) : null}
        {currencies.map((each) => (
          <SalesSummary key={each.currency} sales={each} />
        ))}
      </div>
      <DataTable<'listOrders'>
        list={list}
        state={state}
        result={result}
        caption="Orders"
        empty={{
          title: 'No orders yet',
          text: 'Give the event or a block a price, and publish it. Its orders are here as soon as somebody buys.',
        }}
      />
    </>
  );
}
