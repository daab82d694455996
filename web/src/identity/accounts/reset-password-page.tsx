import { Button } from '@mantine/core';
import { useForm } from '@mantine/form';
import { Link } from 'react-router';
import { paths } from '../../app/paths.ts';
import { PageTitle } from '../../ui/page-title.tsx';
import { AuthCard } from '../auth-card.tsx';
import classes from '../form.module.css';
import { FormProblem, fieldErrors, focusFirstInvalid } from '../form-problem.tsx';
import { useResetPassword } from '../identity.queries.ts';
import { NewPasswordField } from './new-password-field.tsx';
import { brokenPasswordRules } from './password-rules.ts';
import { StatusCard } from './status-card.tsx';
import { isTokenRefused, useMailToken } from './use-mail-token.ts';

const labels = { password: 'New password' };

export default function ResetPasswordPage() {
  const token = useMailToken();
  const reset = useResetPassword();
  const form = useForm({
    initialValues: { password: '' },
    validate: { password: (password) => brokenPasswordRules(password)[0] ?? null },
  });
  if (reset.isSuccess) return <Done />;
  if (token === '' || isTokenRefused(reset.error)) return <LinkRefused />;
  const submit = form.onSubmit(
    ({ password }) =>
      reset.mutate({ body: { token, password } }, { onError: (error) => form.setErrors(fieldErrors(error)) }),
    focusFirstInvalid,
  );
  return (
    <>
      <PageTitle>Choose a new password</PageTitle>
      <AuthCard title="Choose a new password">
        <form onSubmit={submit} noValidate className={classes.form}>
          {reset.isError ? <FormProblem key={reset.submittedAt} error={reset.error} labels={labels} /> : null}
          <NewPasswordField label={labels.password} {...form.getInputProps('password')} />
          <Button type="submit" size="lg" fullWidth loading={reset.isPending}>
            Save the password
          </Button>
        </form>
      </AuthCard>
    </>
  );
}

function Done() {
  return (
    <StatusCard
      title="Your password has changed"
      action={
        <Button component={Link} to={paths.login.href()} size="lg">
          Sign in
        </Button>
      }
    >
      All your devices have been signed out. Sign in with the new password.
    </StatusCard>
  );
}

function LinkRefused() {
  return (
    <StatusCard
      title="This link no longer works"
      action={
        <Button component={Link} to={paths.forgotPassword.href()} size="lg">
          Send a new link
        </Button>
      }
    >
      It has expired or was used already. A link works once, for 30 minutes, and only the newest one does.
    </StatusCard>
  );
}
