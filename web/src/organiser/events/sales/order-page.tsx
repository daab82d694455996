import { Button, Skeleton } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { isProblem } from '../../../api/problem.ts';
import { holdsAll } from '../../../identity/sessions/permissions.ts';
import { useSession } from '../../../identity/sessions/use-session.ts';
import { ToneBadge } from '../../../ui/badges/tone-badge.tsx';
import { PageHead } from '../../../ui/page/page-head.tsx';
import { ErrorState } from '../../../ui/state/state-panel.tsx';
import { showToast } from '../../../ui/toasts/toasts.tsx';
import { openMoveDialog } from './move-form.tsx';
import { OrderFacts } from './order-facts.tsx';
import { DisputeTable, RefundTable, WrongPayment } from './order-money.tsx';
import { badgeOf, buyerOf, isMovable, isRevocable, refundable } from './order-words.ts';
import { type Order, ordersQueries, resendReceipt } from './orders.queries.ts';
import { openRefundDialog } from './refund-form.tsx';
import { RevokeButton } from './revoke-button.tsx';

/** One order: who, what, its payment, its refunds and disputes. */
export default function OrderPage() {
  const { orderId = '' } = useParams();
  const { data, error, refetch } = useQuery(ordersQueries.detail(orderId));
  if (data) return <OrderContent order={data} />;
  // A mistyped id is a 400; for the organiser it is a missing page as well.
  if (isProblem(error) && (error.status === 404 || error.status === 400)) throw { ...error, status: 404 };
  return error ? <ErrorState onRetry={refetch} headingOrder={1} /> : <Skeleton height={320} />;
}

function OrderContent({ order }: { order: Order }) {
  const { permissions } = useSession();
  const buyer = buyerOf(order);
  const badge = badgeOf(order);
  const isPaid = order.status === 'paid';
  return (
    <>
      <PageHead
        title={`Order of ${buyer}`}
        text={<ToneBadge tone={badge.tone}>{badge.words}</ToneBadge>}
        action={
          <>
            {isPaid && order.email !== null && holdsAll(permissions, ['order:update']) ? (
              <ReceiptButton order={order} />
            ) : null}
            {isMovable(order) && holdsAll(permissions, ['order:update', 'event:create']) ? (
              <Button variant="default" onClick={() => openMoveDialog(order)}>
                Move to another address
              </Button>
            ) : null}
            {refundable(order) > 0 && holdsAll(permissions, ['order:refund']) ? (
              <Button onClick={() => openRefundDialog(order)}>Refund</Button>
            ) : null}
            {isRevocable(order) && holdsAll(permissions, ['order:refund']) ? (
              <RevokeButton order={order} />
            ) : null}
          </>
        }
      />
      <WrongPayment order={order} />
      <OrderFacts order={order} />
      <RefundTable order={order} />
      <DisputeTable order={order} />
    </>
  );
}

function ReceiptButton({ order }: { order: Order }) {
  const { mutate, isPending } = useMutation({
    mutationFn: () => resendReceipt(order.id),
    onSuccess: () =>
      showToast({ id: 'receipt', title: `The receipt is on its way to ${order.email}`, tone: 'success' }),
  });
  return (
    <Button variant="default" loading={isPending} onClick={() => mutate()}>
      Send the receipt again
    </Button>
  );
}
