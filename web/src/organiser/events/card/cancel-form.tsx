import '@mantine/core/styles/Input.layer.css';
import { Textarea } from '@mantine/core';
import { boutName } from '@ringside/rules/bout-words';
import { useQueryClient } from '@tanstack/react-query';
import { ApiForm } from '../../../ui/form/api-form.tsx';
import { useApiForm } from '../../../ui/form/use-api-form.ts';
import { proposedBanner } from '../banner/banner-words.ts';
import { tellViewersToast } from '../banner/tell-viewers.tsx';
import { type Bout, type BoutPath, updateBout } from './card.queries.ts';

interface Props {
  path: BoutPath;
  bout: Bout;
  /** As viewers count; undefined: they do not see the card. */
  place: string | undefined;
  close: () => void;
}

/** Cancels a bout, with the reason that viewers read. */
export function CancelForm({ path, bout, place, close }: Props) {
  const queryClient = useQueryClient();
  const state = useApiForm({
    isNew: true,
    stored: { etag: '', values: { statusReason: '' } },
    labels: { statusReason: 'Reason' },
    save: ({ statusReason }) =>
      updateBout(path, { status: 'cancelled', statusReason: statusReason?.trim() || null }),
    onSaved: async () => {
      close();
      const statusReason = state.form.getValues().statusReason.trim() || null;
      const cancelled = { ...bout, status: 'cancelled' as const, statusReason };
      const text = place && proposedBanner(cancelled, place);
      tellViewersToast(`${boutName(bout)} is cancelled`, path.eventId, text);
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
