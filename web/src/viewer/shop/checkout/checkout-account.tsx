import { Button } from '@mantine/core';
import { useLocation } from 'react-router';
import { useRequestEmailVerification } from '../../../identity/identity.queries.ts';
import { useSession } from '../../../identity/sessions/use-session.ts';
import { paths } from '../../../paths.ts';
import { FormProblem } from '../../../ui/form/form-problem.tsx';
import type { Checkout } from '../shop.queries.ts';
import classes from './checkout-page.module.css';
import { Actions, Step, To } from './checkout-step.tsx';
import { EndedSession, useHasEnded } from './ended-session.tsx';

interface Props {
  access: Exclude<Checkout['access'], 'granted'>;
  /** The address that was typed before the payment; empty when this tab does not know it. */
  email: string;
}

/** It is paid, and the account that may watch is still missing. */
export function CheckoutAccount({ access, email }: Props) {
  const { pathname, search } = useLocation();
  const session = useSession();
  const hasEnded = useHasEnded();
  const here = `${pathname}${search}`;
  const address = email === '' ? 'the address that you gave before the payment' : email;
  if (access === 'address-unconfirmed') return <Unconfirmed email={session.email} />;
  if (access === 'other-address')
    return (
      <Step title="Paid, for another address">
        <p className={classes.text}>
          {`It was bought for ${address}, and you are signed in as ${session.email}. Sign out, then sign in with that address.`}
        </p>
        <Actions>
          <To href={paths.logout.href()}>Sign out</To>
          <To href={paths.home.href()} isSecondary>
            Home page
          </To>
        </Actions>
      </Step>
    );
  if (session.isLoggedIn)
    return (
      <Step title="Payment received">
        <p className={classes.text}>
          The access is not there yet. Reload the page in a minute; do not pay again.
        </p>
        <Actions>
          <To href={paths.tickets.href()}>My tickets</To>
        </Actions>
      </Step>
    );
  if (hasEnded) return <EndedSession title="Paid. Sign in to watch" />;
  return (
    <Step title="Paid. One more step">
      <p className={classes.text}>
        {`Create an account with ${address} and confirm it by the mail that we send. If you have an account already, sign in. Then you can watch.`}
      </p>
      <Actions>
        <To href={paths.register.href(here)} email={email}>
          Create an account
        </To>
        <To href={paths.login.href(here)} email={email} isSecondary>
          Sign in
        </To>
      </Actions>
    </Step>
  );
}

function Unconfirmed({ email }: { email: string }) {
  const request = useRequestEmailVerification();
  return (
    <Step title="Paid. Confirm your address">
      {request.isError ? <FormProblem key={request.submittedAt} error={request.error} labels={{}} /> : null}
      <p className={classes.text}>
        {`We have sent a mail to ${email}. Open its link to confirm that the address is yours; this page goes on by itself.`}
      </p>
      <Button
        variant="default"
        loading={request.isPending}
        disabled={request.isSuccess}
        onClick={() => request.mutate({})}
      >
        {request.isSuccess ? 'The mail is on its way' : 'Send the mail again'}
      </Button>
    </Step>
  );
}
