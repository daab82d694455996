import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { adminPaths } from '../../../admin-paths.ts';
import { holdsAll } from '../../../identity/sessions/permissions.ts';
import { useSession } from '../../../identity/sessions/use-session.ts';
import { formatDateTime, zoneName } from '../../../ui/time/time.ts';
import classes from './order-page.module.css';
import { moneyOf, sumOf } from './order-words.ts';
import type { Order } from './orders.queries.ts';

export function OrderFacts({ order }: { order: Order }) {
  const { permissions } = useSession();
  const {
    email,
    userId,
    user,
    items,
    amount,
    refundedAmount,
    disputedAmount,
    createdAt,
    paidAt,
    receiptQueuedAt,
    receiptUrl,
    wrongPayment,
  } = order;
  const isWrong = wrongPayment !== null && amount === null;
  return (
    <dl className={classes.facts}>
      <Fact term="Bought for">{email ?? 'The account was deleted'}</Fact>
      {order.moved ? (
        <Fact term="Moved to this address">
          {`${at(order.moved.at)}, by ${order.moved.actorName ?? 'a deleted account'}`}
          {holdsAll(permissions, ['identity.user:read']) ? (
            <Link className={classes.line} to={adminPaths.audit.href({ entityId: order.id })}>
              Both addresses in the audit log
            </Link>
          ) : null}
        </Fact>
      ) : null}
      <Fact term="Account">
        {user === null || userId === null ? (
          email === null ? (
            'Deleted'
          ) : order.leftAt !== null ? (
            leftWords(order, order.leftAt)
          ) : (
            'Nobody has confirmed this address yet, so the access waits'
          )
        ) : holdsAll(permissions, ['identity.user:read']) ? (
          <Link to={adminPaths.user.href(userId)}>{user.name}</Link>
        ) : (
          user.name
        )}
      </Fact>
      <Fact term="Bought">
        {items.map(({ eventId, eventName, blockId, blockName, isDeleted }) => {
          const name = blockName === null ? eventName : `${eventName}, ${blockName}`;
          return (
            <span key={blockId ?? eventId} className={classes.line}>
              {isDeleted ? (
                `${name} (deleted, opens nothing)`
              ) : (
                <Link to={adminPaths.event.href(eventId)}>{name}</Link>
              )}
            </span>
          );
        })}
      </Fact>
      {order.discount > 0 ? (
        <Fact term="Full price">{moneyOf(order, (amount ?? 0) + order.discount)}</Fact>
      ) : null}
      {order.discount > 0 ? (
        <Fact term="Taken off">
          {`${moneyOf(order, order.discount)}${order.promotionCode === null ? '' : `, by the code ${order.promotionCode}`}`}
        </Fact>
      ) : null}
      <Fact term="Paid">
        {isWrong
          ? `${sumOf(wrongPayment)}, which is not the price`
          : amount === 0
            ? 'Nothing, it was free'
            : moneyOf(order, amount)}
      </Fact>
      {order.tax > 0 ? <Fact term="Tax in it">{moneyOf(order, order.tax)}</Fact> : null}
      <Fact term="Refunded">{refundedAmount === 0 ? 'Nothing' : moneyOf(order, refundedAmount)}</Fact>
      {disputedAmount > 0 ? <Fact term="Disputed">{moneyOf(order, disputedAmount)}</Fact> : null}
      <Fact term="Ordered on">{at(createdAt)}</Fact>
      {isWrong ? null : <Fact term="Paid on">{paidAt === null ? 'Not paid' : at(paidAt)}</Fact>}
      <Fact term="Receipt">
        {receiptQueuedAt === null ? 'Not mailed' : `Mailed ${at(receiptQueuedAt)}`}
        {receiptUrl ? (
          <a className={classes.line} href={receiptUrl} target="_blank" rel="noreferrer">
            Open the receipt
          </a>
        ) : null}
      </Fact>
      <Fact term="Order number">{order.id}</Fact>
      <Fact term="Price id">{order.stripePriceId}</Fact>
      <Fact term="Payment id">{order.paymentIntent ?? wrongPayment?.paymentIntent ?? 'None'}</Fact>
    </dl>
  );
}

function at(instant: string) {
  return `${formatDateTime(instant)} ${zoneName(instant)}`;
}

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className={classes.fact}>
      <dt>{term}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** What is still to come depends on the state: a refunded order can neither be claimed nor refunded again. */
function leftWords({ status, amount }: Order, leftAt: string) {
  const left = `None since ${at(leftAt)}: another person has proved this address, so it opens nothing.`;
  if (status !== 'paid') return left;
  const refund = amount === 0 ? '' : ' If nobody does, it is refunded after 7 days.';
  return `${left} The buyer can claim it in the browser that paid, or you can move it.${refund}`;
}
