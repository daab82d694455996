import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useSession } from '../../identity/sessions/use-session.ts';
import { showToast } from '../../ui/toasts/toasts.tsx';
import { sendTestMail } from './settings.queries.ts';

/** The mail is sent in the background, so its fate is known a moment later. */
const outcomeMs = 3_000;

export function TestMailButton() {
  const { email } = useSession();
  const queryClient = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: sendTestMail,
    onSuccess: () => {
      showToast({
        title: 'The test mail is on its way',
        description: `To ${email}. If it does not arrive, this page says why.`,
        tone: 'success',
      });
      window.setTimeout(() => void queryClient.invalidateQueries(), outcomeMs);
    },
  });
  return (
    <Button variant="default" loading={isPending} onClick={() => mutate()}>
      Send a test mail to me
    </Button>
  );
}
