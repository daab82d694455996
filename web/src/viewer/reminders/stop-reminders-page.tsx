import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { isProblem } from '../../api/problem.ts';
import { LinkIncomplete } from '../../identity/accounts/link-incomplete.tsx';
import { StatusCard } from '../../identity/accounts/status-card.tsx';
import { useMailToken } from '../../identity/accounts/use-mail-token.ts';
import { paths } from '../../paths.ts';
import { FormProblem } from '../../ui/form/form-problem.tsx';
import { useStopReminderMails } from './reminders.queries.ts';

/** The link "stop all reminder mails" of a mail. It waits for a press, because mail scanners open links too. */
export default function StopRemindersPage() {
  const token = useMailToken();
  const stop = useStopReminderMails();
  if (stop.isSuccess) return <Done />;
  if (token === '') return <LinkIncomplete />;
  // A 400 is a token that is cut off, or not one of ours.
  if (isProblem(stop.error) && [400, 404].includes(stop.error.status)) return <LinkRefused />;
  return (
    <StatusCard
      title="No more reminder mails?"
      action={
        <>
          {stop.isError ? <FormProblem key={stop.submittedAt} error={stop.error} labels={{}} /> : null}
          <Button
            size="lg"
            loading={stop.isPending}
            onClick={() => stop.mutate({ params: { query: { token } } })}
          >
            Stop reminder mails
          </Button>
        </>
      }
    >
      We then send no mail before an event begins. Mails about your account and what you buy still come.
    </StatusCard>
  );
}

function Done() {
  return (
    <StatusCard title="Reminder mails are stopped" action={<NotificationsLink />}>
      You can switch them on again in your account, under Notifications.
    </StatusCard>
  );
}

function LinkRefused() {
  return (
    <StatusCard title="This link no longer works" action={<NotificationsLink />}>
      The address of the account has changed, or a part of the link is missing. You can stop the mails in your
      account, under Notifications.
    </StatusCard>
  );
}

function NotificationsLink() {
  return (
    <Button component={Link} to={paths.notifications.href()} size="lg" variant="default">
      Open Notifications
    </Button>
  );
}
