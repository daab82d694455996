import { Button, Loader } from '@mantine/core';
import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { EnterForm } from '../../../identity/accounts/enter-form.tsx';
import { ProviderSignIn } from '../../../identity/providers/provider-sign-in.tsx';
import { useSession } from '../../../identity/sessions/use-session.ts';
import { paths } from '../../../paths.ts';
import { FormProblem } from '../../../ui/form/form-problem.tsx';
import { type Checkout, useClaim } from '../shop.queries.ts';
import classes from './checkout-page.module.css';
import { Actions, Step, To } from './checkout-step.tsx';
import { EndedSession, useHasEnded } from './ended-session.tsx';

interface Props {
  checkoutId: string;
  access: Exclude<Checkout['access'], 'granted'>;
  canClaim: boolean;
  /** The address that was typed before the payment; empty when this tab does not know it. */
  email: string;
}

/** It is paid, and the account that may watch is still missing. */
export function CheckoutAccount({ checkoutId, access, canClaim, email }: Props) {
  const { pathname, search } = useLocation();
  const session = useSession();
  const hasEnded = useHasEnded();
  const here = `${pathname}${search}`;
  const address = email === '' ? 'the address that you gave before the payment' : email;
  if (access === 'unclaimed') return <Unclaimed checkoutId={checkoutId} />;
  if (access === 'other-address')
    return <OtherAddress checkoutId={checkoutId} address={address} canClaim={canClaim} />;
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
    <Step title="Paid. One thing is left">
      <p className={classes.text}>Choose a password, and watch. Nothing has to be confirmed first.</p>
      <div className={classes.enter}>
        <EnterForm email={email} action="Open my ticket" returnTo={here} />
        <ProviderSignIn returnTo={paths.login.href(here)} />
      </div>
    </Step>
  );
}

/** It was paid in this browser with the address of this account: nobody has to press anything. */
function Unclaimed({ checkoutId }: { checkoutId: string }) {
  const { mutate, isError, error, submittedAt } = useClaim(checkoutId);
  useEffect(() => mutate(), [mutate]);
  if (!isError)
    return (
      <Step title="Payment received, unlocking">
        <Loader size={36} aria-hidden />
      </Step>
    );
  return (
    <Step title="Paid. It could not be opened yet">
      <FormProblem key={submittedAt} error={error} labels={{}} />
      <Actions>
        <Button onClick={() => mutate()}>Try again</Button>
      </Actions>
    </Step>
  );
}

/** Another account than the buyer had in mind, a mistyped address, or a present. */
function OtherAddress({
  checkoutId,
  address,
  canClaim,
}: {
  checkoutId: string;
  address: string;
  canClaim: boolean;
}) {
  const { email } = useSession();
  const claim = useClaim(checkoutId);
  if (!canClaim)
    return (
      <Step title="Paid, for another address">
        <p className={classes.text}>
          {`It was bought for ${address}, and you are signed in as ${email}. Sign out, then sign in with that address.`}
        </p>
        <Actions>
          <To href={paths.logout.href()}>Sign out</To>
          <To href={paths.home.href()} isSecondary>
            Home page
          </To>
        </Actions>
      </Step>
    );
  return (
    <Step title="Paid, for another address">
      {claim.isError ? <FormProblem key={claim.submittedAt} error={claim.error} labels={{}} /> : null}
      <p className={classes.text}>
        {`It was bought for ${address}. Who confirms that address can watch. If it was mistyped, use the ticket with your account, ${email}, instead.`}
      </p>
      <Actions>
        <Button loading={claim.isPending} onClick={() => claim.mutate()}>
          Use it with my account
        </Button>
        <To href={paths.home.href()} isSecondary>
          Home page
        </To>
      </Actions>
    </Step>
  );
}
