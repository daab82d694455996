import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { done } from '../../../api/done.ts';
import { isProblem } from '../../../api/problem.ts';
import { showToast } from '../../../ui/toasts/toasts.tsx';
import { deskQueries } from './desk.queries.ts';

/**
 * A switch of the desk. Never optimistic: it waits for the server, and then the desk is read again, so that what stands
 * there is what viewers have. @param failure the title of what is shown when the server refuses.
 */
export function useDeskAction(eventId: string, failure: string) {
  const queryClient = useQueryClient();
  const [isRunning, setIsRunning] = useState(false);
  async function run(call: () => Parameters<typeof done>[0]) {
    setIsRunning(true);
    try {
      await done(call());
    } catch (error) {
      const description = isProblem(error)
        ? error.detail
        : 'The server could not be reached, so it is not known whether the change has arrived. Look at the desk before you try again.';
      showToast({ id: 'desk', tone: 'warning', title: failure, description });
    }
    await queryClient.refetchQueries({ queryKey: deskQueries.detail(eventId).queryKey });
    setIsRunning(false);
  }
  return { run, isRunning };
}
