import { Link } from 'react-router';
import { useSession } from '../../../identity/sessions/use-session.ts';
import { paths } from '../../../paths.ts';
import classes from '../tickets/tickets.module.css';
import type { PaidHere } from './use-paid-here.ts';

interface Props extends PaidHere {
  /** What was paid for. */
  what?: string;
}

/** In place of the button for somebody who has paid on this device; above it, when that was for another address. */
export function PaidHereNote({ checkoutId, state, what = 'this' }: Props) {
  const { email } = useSession();
  return (
    <p className={classes.state}>
      <span>
        {`${wordsOf(state, what, email)} `}
        <Link to={paths.checkout.href({ checkoutId })} className={classes.link}>
          See what comes next
        </Link>
      </span>
    </p>
  );
}

function wordsOf(state: PaidHere['state'], what: string, email: string) {
  switch (state) {
    case 'looking':
      return 'Looking for your payment.';
    case 'unlocking':
    case 'granted':
      return 'Payment received, unlocking.';
    case 'paid':
      return `You have paid for ${what} on this device.`;
    case 'other':
      return `This was paid for on this device, for another address than ${email}.`;
  }
}
