import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { paths } from '../../paths.ts';
import { FormProblem } from '../../ui/form/form-problem.tsx';
import { LinkIncomplete } from '../accounts/link-incomplete.tsx';
import { StatusCard } from '../accounts/status-card.tsx';
import { isTokenRefused, useMailToken } from '../accounts/use-mail-token.ts';
import { useReportAccount } from './security.queries.ts';

/** The link "This was not me" of a mail. It waits for a press, because mail scanners open links too. */
export default function NotMePage() {
  const token = useMailToken();
  const report = useReportAccount();
  if (report.isSuccess) return <Done />;
  if (token === '') return <LinkIncomplete />;
  if (isTokenRefused(report.error)) return <LinkRefused />;
  return (
    <StatusCard
      title="Was this not you?"
      action={
        <>
          {report.isError ? <FormProblem key={report.submittedAt} error={report.error} labels={{}} /> : null}
          <Button size="lg" loading={report.isPending} onClick={() => report.mutate({ body: { token } })}>
            Sign all devices out
          </Button>
        </>
      }
    >
      All devices are signed out, the password stops working, providers that were linked since the mail are
      removed, and passkeys and an app that are younger than 7 days are frozen. You get a mail with a link to
      set a new password.
    </StatusCard>
  );
}

function Done() {
  return (
    <StatusCard
      title="All devices are signed out"
      action={
        <Button component={Link} to={paths.forgotPassword.href()} size="lg" variant="default">
          Send another link
        </Button>
      }
    >
      Check your mail: its link lets you set a new password. If none arrives, the address of the account may
      have been changed; contact the people who run this platform.
    </StatusCard>
  );
}

function LinkRefused() {
  return (
    <StatusCard
      title="This link no longer works"
      action={
        <Button component={Link} to={paths.forgotPassword.href()} size="lg">
          Set a new password
        </Button>
      }
    >
      It has expired or was used already. A new password signs all your devices out too.
    </StatusCard>
  );
}
