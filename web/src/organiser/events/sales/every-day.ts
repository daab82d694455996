import type { CurrencySales } from './orders.queries.ts';

type Day = CurrencySales['days'][number];

const dayMs = 86_400_000;
/** Over more days than this, a bar for each would be thinner than a pixel on a phone. */
const filledAtMost = 366;

/** The days of a chart without gaps; the server leaves out the days on which nothing happened. Pure. */
export function everyDay(days: readonly Day[]): readonly Day[] {
  const first = days[0];
  const last = days.at(-1);
  if (!first || !last) return [];
  const count = Math.round((Date.parse(last.date) - Date.parse(first.date)) / dayMs) + 1;
  if (count > filledAtMost) return days;
  const byDate = new Map(days.map((day) => [day.date, day]));
  return Array.from({ length: count }, (_, index) => {
    const date = new Date(Date.parse(first.date) + index * dayMs).toISOString().slice(0, 10);
    return (
      byDate.get(date) ?? {
        date,
        revenue: 0,
        discounted: 0,
        refunded: 0,
        tax: 0,
        refundedTax: 0,
        orders: 0,
        buyers: 0,
      }
    );
  });
}
