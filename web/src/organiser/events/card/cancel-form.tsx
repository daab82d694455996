import '@mantine/core/styles/Input.layer.css';
import { Textarea } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { ApiForm } from '../../../ui/form/api-form.tsx';
import { useApiForm } from '../../../ui/form/use-api-form.ts';
import { showToast } from '../../../ui/toasts/toasts.tsx';
import { type BoutPath, updateBout } from './card.queries.ts';

/** Cancels a bout, with the reason that viewers read. */
export function CancelForm({ path, name, close }: { path: BoutPath; name: string; close: () => void }) {
  const queryClient = useQueryClient();
  const state = useApiForm({
    isNew: true,
    stored: { etag: '', values: { statusReason: '' } },
    labels: { statusReason: 'Reason' },
    save: ({ statusReason }) =>
      updateBout(path, { status: 'cancelled', statusReason: statusReason?.trim() || null }),
    onSaved: async () => {
      close();
      showToast({ id: 'card', title: `${name} is cancelled`, tone: 'success' });
      await queryClient.invalidateQueries();
    },
  });
  return (
    <ApiForm state={state} submitLabel="Cancel the bout">
      <Textarea
        {...state.field('statusReason')}
        size="md"
        autosize
        minRows={2}
        maxLength={255}
        data-autofocus
        description="Viewers read it beside the bout, which stays on the card. It can be left empty."
      />
    </ApiForm>
  );
}
