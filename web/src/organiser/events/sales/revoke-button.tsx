import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { confirm } from '../../../ui/dialogs/confirm-dialog.tsx';
import { showToast } from '../../../ui/toasts/toasts.tsx';
import { buyerOf } from './order-words.ts';
import { type Order, restoreOrder, revokeOrder } from './orders.queries.ts';

/** Takes a free order back, which has nothing to refund, or gives it back. */
export function RevokeButton({ order }: { order: Order }) {
  const queryClient = useQueryClient();
  const isRevoked = order.status === 'revoked';
  const { mutate, isPending } = useMutation({
    mutationFn: () => (isRevoked ? restoreOrder(order.id) : revokeOrder(order.id)),
    onSuccess: () =>
      showToast({
        id: 'revocation',
        title: isRevoked ? 'The access is back' : 'The access has ended',
        tone: 'success',
      }),
    onSettled: () => queryClient.invalidateQueries(),
  });
  async function change() {
    const isMeant =
      isRevoked ||
      (await confirm({
        title: `Revoke the free ticket of ${buyerOf(order)}?`,
        description:
          'The access from this order ends at once, also for somebody who is watching. The buyer gets a mail, and cannot take it again for nothing. You can give it back.',
      }));
    if (isMeant) mutate();
  }
  return (
    <Button variant={isRevoked ? 'filled' : 'default'} loading={isPending} onClick={() => void change()}>
      {isRevoked ? 'Give the ticket back' : 'Revoke the ticket'}
    </Button>
  );
}
