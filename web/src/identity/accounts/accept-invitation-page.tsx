import { Button } from '@mantine/core';
import { paths } from '../../paths.ts';
import { FormProblem } from '../../ui/form/form-problem.tsx';
import { PageTitle } from '../../ui/page/page-title.tsx';
import { formatDateTime } from '../../ui/time/time.ts';
import { AuthCard } from '../auth-card.tsx';
import { EmailField } from '../email-field.tsx';
import classes from '../form.module.css';
import { useAcceptInvitation, useInvitation } from '../identity.queries.ts';
import { ChoosePasswordForm } from './choose-password-form.tsx';
import { LinkIncomplete } from './link-incomplete.tsx';
import { LinkRefused, PasswordChosen } from './password-cards.tsx';
import { StatusCard } from './status-card.tsx';
import { isTokenRefused, useMailToken } from './use-mail-token.ts';

/** The page behind the link of an invitation. Opening it accepts nothing: scanners of mail open links too. */
export default function AcceptInvitationPage() {
  const token = useMailToken();
  const invitation = useInvitation(token);
  const accept = useAcceptInvitation();
  if (accept.isSuccess) {
    return (
      <PasswordChosen title="Your account is ready">
        Your address is confirmed. Sign in with it and with your new password.
      </PasswordChosen>
    );
  }
  // What was read once stays, because somebody may be typing.
  const cannotRead = !invitation.data && invitation.isError;
  if (token === '') return <LinkIncomplete />;
  if ((cannotRead && isTokenRefused(invitation.error)) || isTokenRefused(accept.error)) {
    return (
      <LinkRefused action="Sign in" to={paths.login.href()}>
        It has expired, was used already or was withdrawn. If you have chosen a password, sign in with it.
        Otherwise ask whoever invited you for a new invitation: only the newest link works, once and for 7
        days.
      </LinkRefused>
    );
  }
  if (cannotRead) {
    return (
      <>
        <PageTitle>Your invitation</PageTitle>
        <AuthCard title="Your invitation">
          <FormProblem key={invitation.errorUpdatedAt} error={invitation.error} labels={{}} />
          <Button size="lg" onClick={() => void invitation.refetch()}>
            Try again
          </Button>
        </AuthCard>
      </>
    );
  }
  if (!invitation.data) {
    return (
      <StatusCard title="Your invitation" action={null}>
        One moment please.
      </StatusCard>
    );
  }
  const { name, email, expiresAt } = invitation.data;
  return (
    <>
      <PageTitle>Choose a password</PageTitle>
      <AuthCard title={`Welcome, ${name}`}>
        <p className={classes.message}>
          Somebody who runs this site has made an account for you. Choose a password to use it. The link works
          until {formatDateTime(expiresAt)}.
        </p>
        <ChoosePasswordForm token={token} save={accept}>
          {/* Password managers store the new password under this name. */}
          <EmailField label="E-mail address" value={email} readOnly />
        </ChoosePasswordForm>
      </AuthCard>
    </>
  );
}
