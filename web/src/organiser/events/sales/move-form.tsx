import '@mantine/core/styles/Input.layer.css';
import { TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { openModal } from '../../../ui/dialogs/modal-host.tsx';
import { ApiForm } from '../../../ui/form/api-form.tsx';
import { useApiForm } from '../../../ui/form/use-api-form.ts';
import { showToast } from '../../../ui/toasts/toasts.tsx';
import classes from './order-page.module.css';
import { buyerOf } from './order-words.ts';
import { moveOrder, type Order } from './orders.queries.ts';

export function openMoveDialog(order: Order) {
  openModal({
    title: `Move the order of ${buyerOf(order)}`,
    content: (close) => <MoveForm order={order} close={close} />,
  });
}

/** To the right address, when the buyer has mistyped theirs. */
function MoveForm({ order, close }: { order: Order; close: () => void }) {
  const queryClient = useQueryClient();
  const state = useApiForm<{ email: string }>({
    isNew: true,
    stored: { etag: '', values: { email: '' } },
    labels: { email: 'New e-mail address' },
    save: async ({ email = '' }) => {
      const answer = await moveOrder(order.id, { email, from: order.email ?? '' });
      // Somebody else may have moved it: the page behind the dialog shows where it is now.
      if (answer.response.status === 409) void queryClient.invalidateQueries();
      return answer;
    },
    onSaved: async () => {
      showToast({ id: 'moved', title: 'The order is moved. Both addresses get a mail', tone: 'success' });
      close();
      await queryClient.invalidateQueries();
    },
  });
  return (
    <ApiForm state={state} submitLabel="Move the order">
      <TextInput
        {...state.field('email')}
        type="email"
        size="md"
        withAsterisk
        autoComplete="off"
        data-autofocus
      />
      <p className={classes.consequence}>
        {`The access ends for ${order.email} at once, also for somebody who is watching, and goes to the new address.`}
      </p>
      <p className={classes.consequence}>
        Ask the buyer for the order number or another proof first: whoever has the new address can watch.
      </p>
    </ApiForm>
  );
}
