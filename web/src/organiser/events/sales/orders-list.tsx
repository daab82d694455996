import { adminPaths } from '../../../admin-paths.ts';
import { ToneBadge } from '../../../ui/badges/tone-badge.tsx';
import { WallTime } from '../../../ui/time/wall-time.tsx';
import { choice, dates, either, exactly, pinned, text } from '../../ui/table/filters/filter-controls.ts';
import { listOf } from '../../ui/table/list.ts';
import { RowLink } from '../../ui/table/row-link.tsx';
import type { EventWithBlocks } from '../choosing/event-with-blocks.ts';
import { badgeOf, buyerOf, itemsOf, moneyOf, statusWords } from './order-words.ts';
import classes from './sales.module.css';

/** The table of the orders of an event. */
export function ordersList({ id, timezone, blocks = [] }: EventWithBlocks) {
  return listOf<'listOrders'>({
    operation: 'listOrders',
    noun: ['order', 'orders'],
    rowId: (order) => order.id,
    firstOrder: '-createdAt',
    scope: { eventId: { eq: id } },
    columns: [
      {
        key: 'buyer',
        title: 'Buyer',
        cell: (order) => (
          <>
            <RowLink to={adminPaths.order.href(order.id)}>{buyerOf(order)}</RowLink>
            {order.user ? <span className={classes.address}>{order.email}</span> : null}
          </>
        ),
      },
      {
        key: 'status',
        title: 'State',
        cell: (order) => {
          const { words, tone } = badgeOf(order);
          return <ToneBadge tone={tone}>{words}</ToneBadge>;
        },
      },
      { key: 'what', title: 'What', cell: (order) => itemsOf(order, id) },
      {
        key: 'amount',
        title: 'Amount',
        order: 'amount',
        align: 'end',
        cell: (order) => <span className="tabular">{moneyOf(order, order.amount)}</span>,
      },
      {
        key: 'refunded',
        title: 'Refunded',
        align: 'end',
        cell: (order) => (
          <span className="tabular">
            {order.refundedAmount === 0 ? '–' : moneyOf(order, order.refundedAmount)}
          </span>
        ),
      },
      {
        key: 'createdAt',
        title: 'Ordered',
        order: 'createdAt',
        cell: ({ createdAt }) => <WallTime instant={createdAt} zone={timezone} withZone />,
      },
      {
        key: 'paidAt',
        title: 'Paid',
        order: 'paidAt',
        isOptional: true,
        cell: ({ paidAt }) =>
          paidAt === null ? '–' : <WallTime instant={paidAt} zone={timezone} withZone />,
      },
    ],
    filters: {
      email: text({ label: 'E-mail address', isFirst: true }),
      status: choice({ label: 'State', isFirst: true, options: statusWords }),
      blockId: choice({
        label: 'Block',
        isFirst: true,
        options: Object.fromEntries(blocks.map((block) => [block.id, block.name])),
      }),
      isRefunded: either({ label: 'Refunds', yes: 'Something was refunded', no: 'Nothing was refunded' }),
      createdAt: dates({ label: 'Ordered' }),
      paidAt: dates({ label: 'Paid' }),
      currency: exactly({ label: 'Currency, for example eur' }),
      stripePriceId: exactly({ label: 'Price id' }),
      paymentIntent: exactly({ label: 'Payment id' }),
      userId: pinned({ label: 'One person' }),
    },
    views: [
      { name: 'Disputed', search: { status: 'disputed' } },
      { name: 'With refunds', search: { isRefunded: 'yes' } },
    ],
  });
}
