import { Anchor } from '@mantine/core';
import type { components } from '@ringside/openapi/schema';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { adminPaths } from '../../../admin-paths.ts';
import classes from '../../../ui/account/account-page.module.css';
import { Loaded } from '../../../ui/account/loaded.tsx';
import { Section } from '../../../ui/account/section.tsx';
import { locales } from '../../../ui/locales.ts';
import { formatMoney } from '../../../ui/money/money.ts';
import { formatDateTime } from '../../../ui/time/time.ts';
import { authorityQueries } from '../authority.queries.ts';

type Order = components['schemas']['Order'];

const shownAtOnce = 10;
const statusWords: Record<Order['status'], string> = {
  pending: 'Waiting for the payment',
  paid: 'Paid',
  refunded: 'Refunded',
  disputed: 'Disputed',
  expired: 'Not paid',
  revoked: 'Revoked',
};

/** What the user has bought, the newest first; each leads to its order. */
export function OrdersSection({ userId }: { userId: string }) {
  const orders = useQuery(authorityQueries.orders(userId, shownAtOnce));
  return (
    <Section title="Orders" lead="What the user has bought, with refunds and receipts.">
      <Loaded query={orders}>
        {({ data, total }) =>
          data.length === 0 ? (
            <p className={classes.empty}>No orders yet.</p>
          ) : (
            <>
              <ul className={classes.list}>
                {data.map((order) => (
                  <li key={order.id} className={classes.row}>
                    <div className={classes.rowText}>
                      <Anchor component={Link} to={adminPaths.order.href(order.id)} className={classes.name}>
                        {order.items.map(itemWords).join('; ')}
                      </Anchor>
                      <span className={classes.meta}>{orderWords(order)}</span>
                    </div>
                  </li>
                ))}
              </ul>
              {total > data.length ? (
                <p
                  className={classes.empty}
                >{`The newest ${data.length} of ${total.toLocaleString(locales)}.`}</p>
              ) : null}
            </>
          )
        }
      </Loaded>
    </Section>
  );
}

function itemWords({ eventName, blockName }: Order['items'][number]) {
  return blockName === null ? eventName : `${eventName}, ${blockName}`;
}

/** "Paid: €14.99 on Fri, 20 Nov 2026, 09:02, €5 refunded" */
function orderWords({ status, amount, currency, refundedAmount, createdAt, paidAt }: Order) {
  const money = (units: number | null) =>
    units === null || currency === null ? '' : formatMoney(units, currency);
  const paid = [money(amount), `on ${formatDateTime(paidAt ?? createdAt)}`].filter(Boolean).join(' ');
  const refunded = refundedAmount > 0 ? `, ${money(refundedAmount)} refunded` : '';
  return `${statusWords[status]}: ${paid}${refunded}`;
}
