/**
 * `@mantine/charts` has axes, legends, tooltips and both colour schemes, and needs no exception in the content
 * security policy; uPlot, a fifth of the size, draws on a canvas that knows nothing of the theme. It costs 120 KB
 * gzip, on this page alone, after the numbers.
 */
import '@mantine/core/styles/Paper.layer.css';
import '@mantine/core/styles/ColorSwatch.layer.css';
import '@mantine/charts/styles.layer.css';
import { BarChart } from '@mantine/charts';
import { locales } from '../../../ui/locales.ts';
import { formatMoney } from '../../../ui/money/money.ts';
import { everyDay } from './every-day.ts';
import type { CurrencySales } from './orders.queries.ts';
import classes from './sales.module.css';

/** One bar for each day. Screen readers get the table beside it, so the drawing is hidden from them. */
export function SalesCharts({ currency, days }: Pick<CurrencySales, 'currency' | 'days'>) {
  const data = everyDay(days).map((day) => ({ ...day, label: shortDay(day.date) }));
  const shared = {
    h: 240,
    data,
    dataKey: 'label',
    withLegend: true,
    maxBarWidth: 40,
    barProps: { isAnimationActive: false },
    barChartProps: { accessibilityLayer: false },
  };
  return (
    <div className={classes.charts} aria-hidden>
      <BarChart
        {...shared}
        series={[
          { name: 'revenue', label: 'Revenue', color: 'var(--chart-first)' },
          { name: 'refunded', label: 'Refunded', color: 'var(--chart-second)' },
        ]}
        valueFormatter={(amount) => formatMoney(Math.round(amount), currency)}
        yAxisProps={{ width: 88 }}
      />
      <BarChart
        {...shared}
        series={[{ name: 'buyers', label: 'Buyers', color: 'var(--chart-first)' }]}
        valueFormatter={(count) => count.toLocaleString(locales)}
        yAxisProps={{ width: 88, allowDecimals: false }}
      />
    </div>
  );
}

/** "20 Nov" */
function shortDay(date: string) {
  const parts = { day: 'numeric', month: 'short', timeZone: 'UTC' } as const;
  return new Intl.DateTimeFormat(locales, parts).format(Date.parse(date));
}
