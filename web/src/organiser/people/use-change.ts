import { useMutation, useQueryClient } from '@tanstack/react-query';
import { confirm } from '../../ui/dialogs/confirm-dialog.tsx';
import { showToast } from '../../ui/toasts/toasts.tsx';

interface Change {
  call: () => Promise<{ error?: unknown; response: Response }>;
  /** Asked before the call. */
  question?: { title: string; description: string };
  /** The toast afterwards. */
  done: string;
}

/** One button, one call: asks, calls, says that it is done and reads the page again. A refusal is shown as a toast. */
export function useChange({ call, question, done }: Change) {
  const client = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: async () => {
      const { error, response } = await call();
      if (!response.ok) throw error;
    },
    onSuccess: () => showToast({ id: 'changed', title: done, tone: 'success' }),
    // Also after a refusal: what the page shows was not true any more.
    onSettled: () => client.invalidateQueries(),
  });
  async function run() {
    if (!question || (await confirm(question))) mutate();
  }
  return { run: () => void run(), isPending };
}
