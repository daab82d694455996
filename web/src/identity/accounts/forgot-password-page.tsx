import { Anchor, Button } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useEffect, useRef } from 'react';
import { Link, useLocation } from 'react-router';
import { paths, returnPath } from '../../paths.ts';
import { FormProblem, fieldErrors, focusFirstInvalid } from '../../ui/form/form-problem.tsx';
import { PageTitle } from '../../ui/page/page-title.tsx';
import { AuthCard } from '../auth-card.tsx';
import { EmailField } from '../email-field.tsx';
import { firstField } from '../first-field.ts';
import classes from '../form.module.css';
import { useRequestPasswordReset } from '../identity.queries.ts';
import type { TypedAddress } from '../typed-address.ts';
import { WorkNotice } from '../work-notice.tsx';

const labels = { email: 'E-mail address' };

export default function ForgotPasswordPage() {
  const { search, state } = useLocation();
  const { email = '' } = (state ?? {}) as Partial<TypedAddress>;
  const continueTo = returnPath(search, paths.home.href());
  const request = useRequestPasswordReset();
  const form = useForm({
    initialValues: { email },
    validate: { email: (email) => (email.includes('@') ? null : 'Enter your e-mail address.') },
  });
  const submit = form.onSubmit(
    (body) => request.mutate({ body }, { onError: (error) => form.setErrors(fieldErrors(error)) }),
    focusFirstInvalid,
  );
  const toSignIn = (
    <Anchor
      component={Link}
      to={signInHref(continueTo)}
      state={{ email: form.values.email.trim() } satisfies TypedAddress}
      underline="always"
    >
      Back to sign in
    </Anchor>
  );
  if (request.isSuccess) {
    return (
      <>
        <PageTitle>Check your mail</PageTitle>
        <AuthCard title="Check your mail" footer={toSignIn}>
          <Sent email={form.values.email.trim()} onAgain={request.reset} />
        </AuthCard>
      </>
    );
  }
  return (
    <>
      <PageTitle>Forgot your password?</PageTitle>
      <AuthCard title="Forgot your password?" footer={toSignIn}>
        <form onSubmit={submit} noValidate className={classes.form}>
          {request.isError ? (
            <FormProblem key={request.submittedAt} error={request.error} labels={labels} />
          ) : null}
          <p className={classes.message}>We send you a link to choose a new one.</p>
          <EmailField label={labels.email} {...firstField()} {...form.getInputProps('email')} />
          <Button type="submit" size="lg" fullWidth loading={request.isPending}>
            Send the link
          </Button>
          <WorkNotice />
        </form>
      </AuthCard>
    </>
  );
}

/** The sign-in page of the admin area asks for the return to itself. */
function signInHref(continueTo: string) {
  return continueTo.startsWith(paths.adminLogin.pattern) ? continueTo : paths.login.href(continueTo);
}

/** Does not reveal whether the address has an account; only the mail does. */
function Sent({ email, onAgain }: { email: string; onAgain: () => void }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.focus(), []);
  return (
    <div ref={box} role="status" tabIndex={-1} className={classes.form}>
      <p className={classes.message}>
        If there is an account for {email}, a link is on its way. It works for 30 minutes.
      </p>
      <p className={classes.message}>No mail? Check your spam folder, or try another address.</p>
      <Button variant="default" size="lg" fullWidth onClick={onAgain}>
        Try again
      </Button>
    </div>
  );
}
