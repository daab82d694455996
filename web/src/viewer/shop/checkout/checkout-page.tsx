import { Button, Loader } from '@mantine/core';
import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { useSession } from '../../../identity/sessions/use-session.ts';
import { paths, returnPath } from '../../../paths.ts';
import { formatMoney } from '../../../ui/money/money.ts';
import { buyerEmail } from '../buying/buyer.ts';
import { forgetPaid, rememberPaid } from '../paid-here/paid-here.ts';
import type { Checkout } from '../shop.queries.ts';
import { inWords, itemHref, itemName, watchHref } from '../sold-items.ts';
import { CheckoutAccount } from './checkout-account.tsx';
import classes from './checkout-page.module.css';
import { Actions, Step, To } from './checkout-step.tsx';
import { EndedSession, EndedSessionNote, useHasEnded } from './ended-session.tsx';
import { useCheckedSession } from './use-checked-session.ts';
import { useCheckout } from './use-checkout.ts';
import { YouAreIn } from './you-are-in.tsx';

/**
 * The page that the payment page returns to. It waits for the payment, and leads on to the video. Its address is all
 * that it knows, so it can be reloaded and reached again with Back.
 */
export default function CheckoutPage() {
  const { search } = useLocation();
  const checkoutId = new URLSearchParams(search).get('checkoutId') ?? '';
  const { checkout, isUnknown, isTooLong, askAgain } = useCheckout(checkoutId);
  useNoteOfPayment(checkoutId, checkout);
  useCheckedSession((isUnknown && checkoutId !== '') || checkout?.access === null, askAgain);
  const hasEnded = useHasEnded();
  const [first] = checkout?.items ?? [];
  const backTo = returnPath(search, first ? itemHref(first) : paths.home.href());
  return (
    <div className={classes.page}>
      <div className={classes.card} aria-live="polite">
        {isUnknown ? (
          <UnknownStep />
        ) : (
          <>
            <CheckoutStep
              checkoutId={checkoutId}
              checkout={checkout}
              isTooLong={isTooLong}
              backTo={backTo}
              onAskAgain={askAgain}
            />
            {checkout && checkout.items.length > 0 && checkout.access !== 'granted' ? (
              <p className={classes.bought}>{boughtWords(checkout)}</p>
            ) : null}
            {checkout && checkout.status !== 'paid' && hasEnded ? (
              <EndedSessionNote isBought={checkout.status !== 'open' && checkout.status !== 'expired'} />
            ) : null}
          </>
        )}
      </div>
    </div>
  );
}

/** An unknown payment and one of somebody else look the same. */
function UnknownStep() {
  const { isLoggedIn } = useSession();
  const { pathname, search } = useLocation();
  const hasEnded = useHasEnded();
  if (hasEnded) return <EndedSession title="Sign in to see your payment" />;
  return (
    <Step title="This payment is not shown here">
      <p className={classes.text}>
        A payment is shown only in the browser in which it was begun, and to the account that it belongs to.
        If you have paid, nothing is lost: you get a mail, and the access is in the account of the address
        that you gave.
      </p>
      <Actions>
        {isLoggedIn ? (
          <To href={paths.tickets.href()}>My tickets</To>
        ) : (
          <>
            <To href={paths.login.href(`${pathname}${search}`)}>Sign in</To>
            <To href={paths.register.href()} isSecondary>
              Create an account
            </To>
          </>
        )}
      </Actions>
    </Step>
  );
}

interface StepProps {
  checkoutId: string;
  checkout: Checkout | undefined;
  isTooLong: boolean;
  backTo: string;
  onAskAgain: () => void;
}

function CheckoutStep({ checkoutId, checkout, isTooLong, backTo, onAskAgain }: StepProps) {
  if (!checkout) return <UnansweredStep isTooLong={isTooLong} backTo={backTo} onAskAgain={onAskAgain} />;
  switch (checkout.status) {
    case 'unlocking':
      return isTooLong ? (
        <Step title="Your payment is on its way">
          <p className={classes.text}>
            It takes longer than usual. You do not have to wait here and you should not pay again: you get the
            access by itself, and a mail{toYou()}.
          </p>
          <Actions>
            <Button onClick={onAskAgain}>Look again</Button>
            <To href={backTo} isSecondary>
              Back to the event
            </To>
          </Actions>
        </Step>
      ) : (
        <Step title="Payment received, unlocking">
          <Loader size={36} aria-hidden />
          <p className={classes.text}>This takes a few seconds. The page goes on by itself.</p>
        </Step>
      );
    case 'processing':
      return (
        <Step title="Your payment is being processed">
          <p className={classes.text}>
            With this way to pay it takes up to a few days until the money arrives. Then you get the access by
            itself, and a mail{toYou()}. You should not pay again.
          </p>
          <Actions>
            <To href={backTo}>Back to the event</To>
          </Actions>
        </Step>
      );
    case 'open':
      return (
        <Step title="Nothing was paid yet">
          <p className={classes.text}>
            The payment page was left before the payment. You can go back and buy it.
          </p>
          <Actions>
            <To href={backTo}>Back to the event</To>
          </Actions>
        </Step>
      );
    case 'expired':
      return (
        <Step title="The payment did not work">
          <p className={classes.text}>
            The payment page has expired or the payment was refused. You were not charged. You can try again.
          </p>
          <Actions>
            <To href={backTo}>Back to the event</To>
          </Actions>
        </Step>
      );
    case 'refunded':
      return (
        <Step title="Your money goes back">
          <p className={classes.text}>
            This payment was refunded in full. If you had bought the same before, you keep the access from
            that.
          </p>
          <Actions>
            <To href={backTo}>Back to the event</To>
          </Actions>
        </Step>
      );
    case 'revoked':
      return (
        <Step title="This ticket was taken back">
          <p className={classes.text}>It was free, and the organiser has taken it back.</p>
          <Actions>
            <To href={backTo}>Back to the event</To>
          </Actions>
        </Step>
      );
    case 'disputed':
      return (
        <Step title="This payment is disputed">
          <p className={classes.text}>While your bank decides about it, the access is suspended.</p>
          <Actions>
            <To href={backTo}>Back to the event</To>
          </Actions>
        </Step>
      );
    case 'paid':
      return checkout.access === 'granted' ? (
        <YouAreIn
          first={checkout.items[0]}
          bought={boughtWords(checkout)}
          to={watchHref(checkout.items, backTo)}
        />
      ) : (
        <CheckoutAccount
          {...checkout}
          checkoutId={checkoutId}
          access={checkout.access}
          email={buyerEmail()}
        />
      );
  }
}

/** A card may have been declined, so nothing is promised before the server has answered (docs/product.md, 30.43). */
function UnansweredStep({ isTooLong, backTo, onAskAgain }: Omit<StepProps, 'checkout' | 'checkoutId'>) {
  if (!isTooLong)
    return (
      <Step title="Looking for your payment">
        <Loader size={36} aria-hidden />
        <p className={classes.text}>One moment. The page goes on by itself.</p>
      </Step>
    );
  return (
    <Step title="We could not look up your payment">
      <p className={classes.text}>
        Our server has not answered. If you have paid, nothing is lost: you get the access by itself, and a
        mail{toYou()}. You should not pay again.
      </p>
      <Actions>
        <Button onClick={onAskAgain}>Look again</Button>
        <To href={backTo} isSecondary>
          Back to the event
        </To>
      </Actions>
    </Step>
  );
}

/** What was bought and for how much. */
function boughtWords({ items, amount, currency }: Checkout) {
  const paid = amount === null || currency === null ? '' : `, ${formatMoney(amount, currency)}`;
  return `${inWords(items.map(itemName))}${paid}`;
}

function toYou() {
  const email = buyerEmail();
  return email === '' ? '' : ` to ${email}`;
}

/** Until the buyer has signed in, only this device knows of the payment. */
function useNoteOfPayment(checkoutId: string, checkout: Checkout | undefined) {
  const { status, access } = checkout ?? {};
  // biome-ignore lint/correctness/useExhaustiveDependencies: the items of a payment page never change.
  useEffect(() => {
    if (!checkout || checkoutId === '') return;
    const isPaid = status === 'paid' || status === 'processing' || status === 'unlocking';
    if (isPaid && access !== 'granted') rememberPaid(checkoutId, checkout.items);
    else forgetPaid(checkoutId);
  }, [checkoutId, status, access]);
}
