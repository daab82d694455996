/** Orders, refunds and disputes in the timeline. Amounts and the way to the order are for those who may read orders. */
import { inWords } from '../shop/currency.rules.ts';
import type { listOrdersOf } from '../shop/orders/order.repository.ts';
import { blank, type TimelineEntry } from './timeline.rules.ts';

type Order = Awaited<ReturnType<typeof listOrdersOf>>[number];

export function orderEntries(orders: Order[], mayReadOrders: boolean): TimelineEntry[] {
  return orders.flatMap((order) => {
    const orderId = mayReadOrders ? order.id : null;
    const money = (amount: number | null) =>
      mayReadOrders && amount !== null && order.currency !== null
        ? `, ${inWords(amount, order.currency)}`
        : '';
    const what = order.items
      .map(({ eventName, blockName }) =>
        blockName === null ? `"${eventName}"` : `"${eventName}: ${blockName}"`,
      )
      .join(', ');
    return [
      {
        ...blank,
        kind: 'order',
        id: orderId,
        orderId,
        at: order.createdAt,
        until: order.paidAt,
        state: order.status,
        detail: `Order of ${what || 'what was deleted'}${money(order.amount)}`,
      },
      ...order.refunds.map(({ amount, status, actorName, createdAt }) => ({
        ...blank,
        kind: 'refund' as const,
        id: null,
        orderId,
        at: createdAt,
        state: status,
        actorName,
        detail: `Refund for ${what || 'an order'}${money(amount)}`,
      })),
      ...order.disputes.map(({ amount, status, createdAt }) => ({
        ...blank,
        kind: 'dispute' as const,
        id: null,
        orderId,
        at: createdAt,
        state: status,
        detail: `The bank disputes the payment for ${what || 'an order'}${money(amount)}`,
      })),
    ];
  });
}
