import { Anchor, Button } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { hasType } from '../../api/problem.ts';
import { paths, returnPath } from '../../paths.ts';
import { FormProblem, fieldErrors, focusFirstInvalid } from '../../ui/form/form-problem.tsx';
import { PageTitle } from '../../ui/page/page-title.tsx';
import { AuthCard } from '../auth-card.tsx';
import { firstField } from '../first-field.ts';
import classes from '../form.module.css';
import {
  useEmailVerification,
  useLogin,
  useRegister,
  useRequestEmailVerification,
  useVerifyEmail,
} from '../identity.queries.ts';
import { PasswordField } from '../password-field.tsx';
import { useSession } from '../sessions/use-session.ts';
import type { TypedAddress } from '../typed-address.ts';
import { WorkNotice } from '../work-notice.tsx';
import { LinkIncomplete } from './link-incomplete.tsx';
import { namesOfAddress } from './names-of-address.ts';
import { NewPasswordField } from './new-password-field.tsx';
import { brokenPasswordRules } from './password-rules.ts';
import { StatusCard } from './status-card.tsx';
import { isTokenRefused, useMailToken } from './use-mail-token.ts';

const labels = { password: 'Password' };

/** Shows what the link confirms. Opening it confirms nothing: scanners of mail open links too. */
export default function VerifyEmailPage() {
  const { search } = useLocation();
  // Before the address loses its query.
  const [continueTo] = useState(() => returnPath(search, ''));
  const token = useMailToken();
  const link = useEmailVerification(token);
  // What was read once stays, because somebody may be typing, or reading that it has worked.
  if (link.data?.hasAccount === false)
    return <NewAccount token={token} email={link.data.email} continueTo={continueTo} />;
  if (link.data) return <Confirm token={token} continueTo={continueTo} {...link.data} />;
  if (token === '') return <LinkIncomplete />;
  if (isTokenRefused(link.error)) return <LinkRefused />;
  if (link.isError) return <Failed error={link.error} onRetry={() => link.refetch()} />;
  return (
    <StatusCard title="Confirm your address" action={null}>
      One moment please.
    </StatusCard>
  );
}

/** The address of a payment that has no account yet: a password makes it. */
function NewAccount({ token, email, continueTo }: { token: string; email: string; continueTo: string }) {
  const register = useRegister();
  const login = useLogin();
  const navigate = useNavigate();
  const form = useForm({
    initialValues: { password: '' },
    validate: { password: (password) => brokenPasswordRules(password)[0] ?? null },
  });
  if (isTokenRefused(register.error)) return <LinkRefused />;
  const signIn = (password: string) =>
    login.mutate(
      { body: { email, password, remember: true } },
      { onSuccess: () => void navigate(continueTo || paths.tickets.href(), { replace: true }) },
    );
  const submit = form.onSubmit(({ password }) => {
    // It is made, and the sign-in has failed: the link was used.
    if (register.isSuccess) return signIn(password);
    register.mutate(
      { body: { email, password, token, ...namesOfAddress(email) } },
      { onSuccess: () => signIn(password), onError: (error) => form.setErrors(fieldErrors(error)) },
    );
  }, focusFirstInvalid);
  const failed = register.isError ? register : login;
  return (
    <>
      <PageTitle>Choose a password</PageTitle>
      <AuthCard title="Paid. One thing is left">
        <form onSubmit={submit} noValidate className={classes.form}>
          {failed.isError ? (
            <FormProblem key={failed.submittedAt} error={failed.error} labels={labels} />
          ) : null}
          <p className={classes.message}>
            {'Choose a password for '}
            <strong className={classes.address}>{email}</strong>
            {'. Then you can watch.'}
          </p>
          <input type="hidden" autoComplete="username" value={email} readOnly />
          <NewPasswordField label={labels.password} {...firstField()} {...form.getInputProps('password')} />
          <Button type="submit" size="lg" fullWidth loading={register.isPending || login.isPending}>
            Open my ticket
          </Button>
          <WorkNotice />
        </form>
      </AuthCard>
    </>
  );
}

interface ConfirmProps {
  token: string;
  email: string;
  isOwn: boolean;
  /** Empty: nothing in particular. */
  continueTo: string;
}

/** One press for the account that is signed in; otherwise the password shows that the account is the viewer's own. */
function Confirm({ token, email, isOwn, continueTo }: ConfirmProps) {
  const verify = useVerifyEmail();
  const login = useLogin();
  const { isLoggedIn } = useSession();
  const errors = fieldErrors(verify.error);
  // The server asks for it when the session has ended meanwhile.
  const needsPassword = !isOwn || 'password' in errors;
  const form = useForm({
    initialValues: { password: '' },
    validate: {
      password: (password) =>
        needsPassword && password === '' ? 'Enter the password of the account.' : null,
    },
  });
  if (verify.isSuccess && !login.isPending) return <Done email={email} continueTo={continueTo} />;
  if (isTokenRefused(verify.error)) return <LinkRefused />;
  const submit = form.onSubmit(
    ({ password }) =>
      verify.mutate(
        { body: { token, ...(needsPassword ? { password } : {}) } },
        {
          onError: (error) => form.setErrors(fieldErrors(error)),
          // The password was right. Where more is needed, the page leads to the sign-in.
          onSuccess: () =>
            needsPassword && !isLoggedIn && login.mutate({ body: { email, password, remember: true } }),
        },
      ),
    focusFirstInvalid,
  );
  return (
    <>
      <PageTitle>Confirm your address</PageTitle>
      <AuthCard
        title="Confirm your address"
        footer={needsPassword ? <WithoutPassword email={email} continueTo={continueTo} /> : null}
      >
        <form onSubmit={submit} noValidate className={classes.form}>
          {verify.isError ? (
            <FormProblem key={verify.submittedAt} error={verify.error} labels={labels} />
          ) : null}
          {needsPassword ? <OtherAccount /> : null}
          <p className={classes.message}>
            {'Is '}
            <strong className={classes.address}>{email}</strong>
            {needsPassword
              ? ' your address? Confirm it with the password of your account.'
              : ' your address? Then confirm it for the account that you are signed in to.'}
          </p>
          {needsPassword ? (
            <PasswordField
              label={labels.password}
              autoComplete="current-password"
              {...form.getInputProps('password')}
            />
          ) : null}
          <Button type="submit" size="lg" fullWidth loading={verify.isPending || login.isPending}>
            Confirm this address
          </Button>
        </form>
      </AuthCard>
    </>
  );
}

function OtherAccount() {
  const { isLoggedIn, email } = useSession();
  if (!isLoggedIn) return null;
  return (
    <p className={classes.message}>
      {'You are signed in as '}
      <strong className={classes.address}>{email}</strong>
      {', but this link belongs to another account. Enter the password of that account, or '}
      <Anchor component={Link} to={paths.logout.href()} underline="always">
        sign out
      </Anchor>
      {', sign in to it and open the link again.'}
    </p>
  );
}

/** For those who have forgotten it, who sign in with a provider, or who never made an account. */
function WithoutPassword({ email, continueTo }: Pick<ConfirmProps, 'email' | 'continueTo'>) {
  return (
    <>
      {
        'No password? If you sign in with a provider, do so and open the link again. Otherwise, also if somebody else has used your address, '
      }
      <Anchor
        component={Link}
        to={paths.forgotPassword.href(continueTo || undefined)}
        state={{ email } satisfies TypedAddress}
        underline="always"
      >
        choose a new password
      </Anchor>
      {': that confirms the address too, and signs everybody else out.'}
    </>
  );
}

/** Links to the home page, or to the sign-in for visitors. */
function ContinueButton({ continueTo = '' }: { continueTo?: string }) {
  const { isLoggedIn } = useSession();
  const here = continueTo || paths.home.href();
  return (
    <Button component={Link} to={isLoggedIn ? here : paths.login.href(continueTo || undefined)} size="lg">
      {isLoggedIn ? 'Continue' : 'Sign in'}
    </Button>
  );
}

/** A new address of an account takes the place of the one that it signs in with; a first one already is. */
function Done({ email, continueTo }: Pick<ConfirmProps, 'email' | 'continueTo'>) {
  const { isLoggedIn, email: before } = useSession();
  const [isChange] = useState(isLoggedIn && before.toLowerCase() !== email.toLowerCase());
  return (
    <StatusCard title="Your address is confirmed" action={<ContinueButton continueTo={continueTo} />}>
      {isChange
        ? `Thank you. From now on you sign in with ${email}.`
        : `Thank you. ${email} belongs to your account.`}
    </StatusCard>
  );
}

function Failed({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const retry = (
    <Button size="lg" onClick={onRetry}>
      Try again
    </Button>
  );
  if (!navigator.onLine) {
    return (
      <StatusCard title="You are offline" action={retry}>
        Check your connection, then try again. The link stays valid.
      </StatusCard>
    );
  }
  return (
    <StatusCard title="The link could not be read" action={retry}>
      {hasType(error, 'too-many-requests')
        ? 'There were too many attempts. Wait a little, then try again.'
        : 'Something went wrong between your device and our server. The link is still valid.'}
    </StatusCard>
  );
}

function LinkRefused() {
  const { isLoggedIn } = useSession();
  const request = useRequestEmailVerification();
  if (request.isSuccess) {
    return (
      <StatusCard title="Check your mail" action={<ContinueButton />}>
        A new link is on its way. It works once, for 48 hours.
      </StatusCard>
    );
  }
  if (hasType(request.error, 'conflict')) {
    return (
      <StatusCard title="Your address is confirmed" action={<ContinueButton />}>
        There is nothing left to do.
      </StatusCard>
    );
  }
  if (request.isError) return <Failed error={request.error} onRetry={() => request.mutate({})} />;
  const again = (
    <Button size="lg" loading={request.isPending} onClick={() => request.mutate({})}>
      Send a new link
    </Button>
  );
  return (
    <StatusCard title="This link no longer works" action={isLoggedIn ? again : <ContinueButton />}>
      It has expired or was used already. If you have confirmed your address before, there is nothing left to
      do.
    </StatusCard>
  );
}
