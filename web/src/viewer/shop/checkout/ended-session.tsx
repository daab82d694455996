import { useLocation } from 'react-router';
import { useSession } from '../../../identity/sessions/use-session.ts';
import { paths } from '../../../paths.ts';
import { buyerEmail, wasSignedIn } from '../buying/buyer.ts';
import classes from './checkout-page.module.css';
import { Actions, Step, To } from './checkout-step.tsx';

/** Whether the buyer was signed in when they went to pay, and is not now. */
export function useHasEnded() {
  const { isLoggedIn, endedBecause } = useSession();
  return !isLoggedIn && (endedBecause !== undefined || wasSignedIn());
}

/** The account is there: nobody is asked to create one. */
export function EndedSession({ title }: { title: string }) {
  const { pathname, search } = useLocation();
  const email = buyerEmail();
  return (
    <Step title={title}>
      <p className={classes.text}>
        {`Your sign-in has ended while you were paying. Nothing is lost: sign in${email === '' ? '' : ` with ${email}`}, and this page shows your purchase.`}
      </p>
      <Actions>
        <To href={paths.login.href(`${pathname}${search}`)} email={email}>
          Sign in
        </To>
      </Actions>
    </Step>
  );
}

/** Below a state that the browser may see without an account. @param isBought there is something to see in the account. */
export function EndedSessionNote({ isBought }: { isBought: boolean }) {
  const { pathname, search } = useLocation();
  return (
    <>
      <p className={classes.text}>
        Your sign-in has ended while you were on the payment page. Sign in to{' '}
        {isBought ? 'see the purchase in your account' : 'buy with your account'}.
      </p>
      <Actions>
        <To href={paths.login.href(`${pathname}${search}`)} email={buyerEmail()} isSecondary>
          Sign in
        </To>
      </Actions>
    </>
  );
}
