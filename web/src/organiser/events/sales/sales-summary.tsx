import { Skeleton } from '@mantine/core';
import { lazy, Suspense, useId } from 'react';
import { locales } from '../../../ui/locales.ts';
import { formatMoney } from '../../../ui/money/money.ts';
import { formatDate } from '../../../ui/time/time.ts';
import type { CurrencySales } from './orders.queries.ts';
import classes from './sales.module.css';

// The chart library is large, and only this page draws with it.
const SalesCharts = lazy(() => import('./sales-charts.tsx').then((file) => ({ default: file.SalesCharts })));

/** What was sold in one currency: numbers, charts, and the same as a table. */
export function SalesSummary({ sales }: { sales: CurrencySales }) {
  const titleId = useId();
  const {
    currency,
    revenue,
    discounted,
    refunded,
    tax,
    refundedTax,
    disputed,
    shared,
    orders,
    buyers,
    days,
  } = sales;
  const money = (amount: number) => formatMoney(amount, currency);
  const numbers = [
    ...(discounted > 0
      ? [
          {
            words: 'At full price',
            number: money(revenue + tax + discounted),
            more: 'Before promotion codes',
          },
          { words: 'Taken off', number: money(discounted), more: 'By promotion codes' },
        ]
      : []),
    {
      words: 'Revenue',
      number: money(revenue),
      more: `What was paid${tax > 0 ? ' without tax' : ''}, refunds included`,
    },
    { words: 'Refunded', number: money(refunded), more: 'Done or on its way' },
    ...(tax > 0
      ? [{ words: 'Tax', number: money(tax), more: `Of it ${money(refundedTax)} went back with refunds` }]
      : []),
    ...(disputed > 0
      ? [{ words: 'Disputed', number: money(disputed), more: 'In a dispute, or lost in one' }]
      : []),
    { words: 'Orders', number: orders.toLocaleString(locales), more: 'Paid' },
    { words: 'Buyers', number: buyers.toLocaleString(locales), more: 'Different people' },
  ];
  return (
    <section aria-labelledby={titleId} className={classes.currency}>
      <h3 id={titleId} className={classes.currencyTitle}>
        {currency.toUpperCase()}
      </h3>
      {shared > 0 ? (
        <p className={classes.more}>
          {`${money(shared)} of the revenue was paid for orders that open other events too. Each of these events counts them in full.`}
        </p>
      ) : null}
      <dl className={classes.numbers}>
        {numbers.map(({ words, number, more }) => (
          <div key={words} className={classes.card}>
            <dt className={classes.label}>{words}</dt>
            <dd className={`tabular ${classes.number}`}>{number}</dd>
            <dd className={classes.more}>{more}</dd>
          </div>
        ))}
      </dl>
      {days.length > 0 ? (
        <>
          <Suspense fallback={<Skeleton height={496} />}>
            <SalesCharts currency={currency} days={days} />
          </Suspense>
          <details className={classes.details}>
            <summary>Show the days as a table</summary>
            <DayTable sales={sales} />
          </details>
        </>
      ) : null}
    </section>
  );
}

function DayTable({ sales }: { sales: CurrencySales }) {
  const { currency, days } = sales;
  const money = (amount: number) => formatMoney(amount, currency);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls sideways, and only with the focus by keys.
    <section className={classes.frame} aria-label={`Sales by day in ${currency.toUpperCase()}`} tabIndex={0}>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">Day</th>
            <th scope="col">Revenue</th>
            <th scope="col">Taken off</th>
            <th scope="col">Refunded</th>
            {sales.tax > 0 ? <th scope="col">Tax</th> : null}
            <th scope="col">Orders</th>
            <th scope="col">Buyers</th>
          </tr>
        </thead>
        <tbody className="tabular">
          {days.map(({ date, revenue, discounted, refunded, tax, orders, buyers }) => (
            <tr key={date}>
              <th scope="row">{formatDate(date, 'UTC')}</th>
              <td>{money(revenue)}</td>
              <td>{money(discounted)}</td>
              <td>{money(refunded)}</td>
              {sales.tax > 0 ? <td>{money(tax)}</td> : null}
              <td>{orders.toLocaleString(locales)}</td>
              <td>{buyers.toLocaleString(locales)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
