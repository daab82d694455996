import { useMutation, useQueryClient } from '@tanstack/react-query';
import { confirm } from '../../../ui/dialogs/confirm-dialog.tsx';
import { showToast } from '../../../ui/toasts/toasts.tsx';
import { actionOf } from './mend-actions.ts';
import type { Explanation, Mend } from './support.queries.ts';

/** Does it, says so, and asks the question again. A refusal shows its problem, and the question is asked again, too. */
export function useMend(explanation: Explanation) {
  const queryClient = useQueryClient();
  const { mutateAsync, isPending } = useMutation({
    mutationFn: async (mend: Mend) => {
      const action = actionOf(mend, explanation);
      if (!action) return;
      const { error, response } = await action.call();
      if (!response.ok) throw error;
      showToast({ id: 'mended', title: action.done, tone: 'success' });
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['explanation'] }),
  });
  return {
    isPending,
    run: async (mend: Mend) => {
      const question = actionOf(mend, explanation)?.question;
      if (question && !(await confirm(question))) return;
      // The problem is shown by the query client.
      await mutateAsync(mend).catch(() => {});
    },
  };
}
