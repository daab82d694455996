import { paths } from '../../paths.ts';
import { PageTitle } from '../../ui/page/page-title.tsx';
import { AuthCard } from '../auth-card.tsx';
import { useResetPassword } from '../identity.queries.ts';
import { ChoosePasswordForm } from './choose-password-form.tsx';
import { LinkIncomplete } from './link-incomplete.tsx';
import { LinkRefused, PasswordChosen } from './password-cards.tsx';
import { isTokenRefused, useMailToken } from './use-mail-token.ts';

export default function ResetPasswordPage() {
  const token = useMailToken();
  const reset = useResetPassword();
  if (reset.isSuccess) {
    return (
      <PasswordChosen title="Your password has changed">
        All your devices have been signed out. Sign in with the new password.
      </PasswordChosen>
    );
  }
  if (token === '') return <LinkIncomplete />;
  if (isTokenRefused(reset.error)) {
    return (
      <LinkRefused action="Send a new link" to={paths.forgotPassword.href()}>
        It has expired or was used already. A link works once, for 30 minutes, and only the newest one does.
      </LinkRefused>
    );
  }
  return (
    <>
      <PageTitle>Choose a new password</PageTitle>
      <AuthCard title="Choose a new password">
        <ChoosePasswordForm token={token} save={reset} />
      </AuthCard>
    </>
  );
}
