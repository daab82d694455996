import '@mantine/core/styles/Input.layer.css';
import { Anchor, Button, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useWindowEvent } from '@mantine/hooks';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { hasType, isProblem } from '../../../api/problem.ts';
import { serverOrigin } from '../../../config.ts';
import { useSession } from '../../../identity/sessions/use-session.ts';
import { paths } from '../../../paths.ts';
import { FormProblem, fieldErrors, focusFirstInvalid } from '../../../ui/form/form-problem.tsx';
import { MarkdownText } from '../../../ui/markdown/markdown-text.tsx';
import { DateTime } from '../../../ui/time/date-time.tsx';
import { buy, shopQueries } from '../shop.queries.ts';
import classes from './buy-form.module.css';
import { rememberBuyer } from './buyer.ts';
import { inOneTab, leave } from './leave.ts';

/** The event of which a part is sold, and when that is. */
export interface SoldOccasion {
  /** null: the whole event, whose name says so. */
  eventName: string | null;
  startDate: string;
  timezone: string;
}

export interface BuyProps {
  stripePriceId: string;
  /** The price in words, as the offer shows it. */
  amount: string;
  name: string;
  contents: string;
  occasion: SoldOccasion;
  /** The promotion code of the link; empty without one. */
  promotion: string;
  /** The page to return to. */
  returnTo: string;
  close: () => void;
}

/** The last step before the payment page. */
export function BuyForm(props: BuyProps) {
  const { stripePriceId, amount, promotion, returnTo, close } = props;
  const { isLoggedIn, email } = useSession();
  const queryClient = useQueryClient();
  /** Who is signed in buys for themself, until they say otherwise. */
  const [isPresent, setIsPresent] = useState(false);
  const isOwn = isLoggedIn && !isPresent;
  const [step, setStep] = useState<'asking' | 'sending' | 'leaving'>('asking');
  const [fault, setFault] = useState<{ error: unknown; at: number }>();
  // A double click comes before React has drawn the button anew.
  const isBusy = useRef(false);
  const form = useForm({
    initialValues: { email, promotion },
    validate: { email: (typed) => (typed.includes('@') ? null : 'Enter a valid e-mail address.') },
  });
  // Back from the payment page, the browser may show this page as it was left.
  useWindowEvent('pageshow', ({ persisted }) => {
    if (!persisted) return;
    isBusy.current = false;
    setStep('asking');
    void queryClient.invalidateQueries();
  });

  async function pay(buyer: string, code: string) {
    if (isBusy.current) return;
    isBusy.current = true;
    setStep('sending');
    setFault(undefined);
    try {
      const redirectUrl = await inOneTab(() =>
        buy(stripePriceId, {
          email: buyer,
          ...(code === '' ? {} : { promotion: code }),
          ...returnUrls(returnTo),
        }),
      );
      if (redirectUrl === undefined) throw 'Another tab is opening the payment page already.';
      rememberBuyer({ email: buyer, isLoggedIn });
      setStep('leaving');
      leave.to(redirectUrl);
      return;
    } catch (error) {
      form.setErrors(fieldErrors(error));
      setFault({ error: inWords(error), at: Date.now() });
      // What the page offers is out of date.
      if (isProblem(error) && error.status === 409) void queryClient.invalidateQueries();
    }
    isBusy.current = false;
    setStep('asking');
  }
  const isOwned = hasType(fault?.error, 'already-owned') || hasType(fault?.error, 'payment-disputed');
  return (
    <form
      noValidate
      className={classes.form}
      onSubmit={form.onSubmit(
        (typed) => void pay(typed.email.trim(), typed.promotion.trim()),
        focusFirstInvalid,
      )}
    >
      {fault ? (
        <FormProblem
          key={fault.at}
          error={fault.error}
          labels={{ email: 'E-mail address', promotion: 'Promotion code' }}
        />
      ) : null}
      <Recap {...props} />
      {isOwn ? (
        <p className={classes.contents}>
          {'For your account '}
          <strong>{email}</strong>
          {'. '}
          <Anchor
            component="button"
            type="button"
            underline="always"
            onClick={() => {
              setIsPresent(true);
              form.setFieldValue('email', '');
            }}
          >
            Give it to somebody else
          </Anchor>
        </p>
      ) : (
        <TextInput
          id="email"
          type="email"
          autoComplete={isPresent ? 'off' : 'email'}
          inputMode="email"
          label={isPresent ? 'Their e-mail address' : 'E-mail address'}
          description={
            isPresent
              ? 'Who confirms this address has the ticket. We write to it after the payment.'
              : 'The ticket is for this address. You need no account before you pay.'
          }
          data-autofocus
          autoFocus={isPresent}
          {...form.getInputProps('email')}
        />
      )}
      {promotion === '' ? null : (
        <TextInput
          id="promotion"
          label="Promotion code"
          description="The payment page takes it off. Without it, you can enter another code there."
          maxLength={50}
          autoCapitalize="characters"
          autoComplete="off"
          spellCheck={false}
          {...form.getInputProps('promotion')}
        />
      )}
      <RefundPolicy />
      {isOwned ? (
        <Button size="lg" fullWidth onClick={close}>
          Close
        </Button>
      ) : (
        <Button
          type="submit"
          size="lg"
          fullWidth
          loading={step !== 'asking'}
          data-autofocus={isOwn || undefined}
        >
          {form.values.promotion.trim() === '' ? `Go to payment: ${amount}` : 'Go to payment'}
        </Button>
      )}
      <p role="status" className={classes.text}>
        {step === 'leaving' ? 'Going to the payment page.' : null}
      </p>
    </form>
  );
}

/** The payment page adds `checkoutId` to the first one. */
function returnUrls(returnTo: string) {
  return {
    successUrl: `${serverOrigin}${paths.checkout.href({ returnTo })}`,
    cancelUrl: `${serverOrigin}${returnTo}?checkout=canceled`,
  };
}

/** A busy provider or server says nothing about the money; the buyer asks about it first. */
function inWords(error: unknown): unknown {
  if (!isProblem(error)) return error;
  if (error.status === 503)
    return 'The payment page cannot be opened at the moment. Nothing was paid. Try again in a minute.';
  if (error.status === 429) return `Nothing was paid. ${error.detail}`;
  return error;
}

/** Below the title, which says what is bought: of which event, when it is, and for how much. */
function Recap({ contents, amount, occasion }: BuyProps) {
  const { eventName, startDate, timezone } = occasion;
  return (
    <section className={classes.recap} aria-label="Your purchase">
      <div className={classes.recapWords}>
        {eventName === null ? null : <p className={`display ${classes.name}`}>{eventName}</p>}
        <p className={classes.when}>
          <DateTime instant={startDate} venueZone={timezone} />
        </p>
      </div>
      <p className={`display tabular ${classes.amount}`}>{amount}</p>
      <p className={classes.contents}>{contents}</p>
    </section>
  );
}

/** Closed at first, so that a long policy does not push the price and the payment out of sight. */
function RefundPolicy() {
  const { data, isPending } = useQuery(shopQueries.site());
  if (!data?.refundPolicyHtml)
    return <p className={classes.contents}>{policyWords(isPending, data?.supportEmail)}</p>;
  return (
    <details className={classes.policy}>
      <summary className={classes.policyTitle}>Refund policy</summary>
      <div className={classes.policyText}>
        <MarkdownText html={data.refundPolicyHtml} />
      </div>
    </details>
  );
}

function policyWords(isPending: boolean, supportEmail: string | null | undefined) {
  if (isPending) return 'Loading';
  return supportEmail
    ? `No refund policy is published here. Ask ${supportEmail} before you pay.`
    : 'No refund policy is published here.';
}
