import type { ReactNode } from 'react';
import { useId } from 'react';
import { formatDateTime } from '../../../ui/time/time.ts';
import classes from './order-page.module.css';
import { disputeWords, moneyOf, reasonWords, refundWords, sumOf } from './order-words.ts';
import type { Order } from './orders.queries.ts';

/** Money that arrived with another sum than the price. Nothing refunds it by itself. */
export function WrongPayment({ order: { wrongPayment } }: { order: Order }) {
  if (wrongPayment === null) return null;
  const id = wrongPayment.paymentIntent;
  return (
    <p className={classes.wrong} role="status">
      {`The payment provider has taken ${sumOf(wrongPayment)} for this order, which is not its price. This payment opens nothing. Find out why, and refund it at the payment provider${id === null ? '' : `: ${id}`}.`}
    </p>
  );
}

/** The refunds of an order, the oldest first; nothing without any. */
export function RefundTable({ order }: { order: Order }) {
  if (order.refunds.length === 0) return null;
  return (
    <Movements title="Refunds" columns={['Amount', 'State', 'Reason', 'By', 'When']}>
      {order.refunds.map(({ id, amount, status, reason, actorName, createdAt }) => (
        <tr key={id}>
          <th scope="row" className="tabular">
            {moneyOf(order, amount)}
          </th>
          <td data-label="State">{refundWords[status]}</td>
          <td data-label="Reason">{reasonWords[reason]}</td>
          <td data-label="By">{actorName ?? 'Nobody here'}</td>
          <td data-label="When" className="tabular">
            {formatDateTime(createdAt)}
          </td>
        </tr>
      ))}
    </Movements>
  );
}

export function DisputeTable({ order }: { order: Order }) {
  if (order.disputes.length === 0) return null;
  return (
    <Movements title="Disputes" columns={['Amount', 'State', 'When']}>
      {order.disputes.map(({ id, amount, status, createdAt }) => (
        <tr key={id}>
          <th scope="row" className="tabular">
            {moneyOf(order, amount)}
          </th>
          <td data-label="State">{disputeWords[status]}</td>
          <td data-label="When" className="tabular">
            {formatDateTime(createdAt)}
          </td>
        </tr>
      ))}
    </Movements>
  );
}

function Movements({ title, columns, children }: { title: string; columns: string[]; children: ReactNode }) {
  const id = useId();
  return (
    <section className={classes.movements} aria-labelledby={id}>
      <h2 id={id} className={classes.title}>
        {title}
      </h2>
      <table className={classes.table} aria-labelledby={id}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </section>
  );
}
