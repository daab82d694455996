import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Link } from 'react-router';
import { isProblem } from '../api/problem.ts';
import { paths } from '../app/paths.ts';
import { forgetPaid } from './paid-here.ts';
import { shopQueries } from './shop.queries.ts';
import classes from './tickets.module.css';

interface Props {
  checkoutId: string;
  /** Nothing is paid any more, or never was: it can be bought. */
  onNotPaid: () => void;
}

/** In place of the button for somebody who has paid on this device and is not signed in. */
export function PaidHere({ checkoutId, onNotPaid }: Props) {
  const { data, error } = useQuery(shopQueries.checkout(checkoutId));
  const isUnknown = isProblem(error) && error.status === 404;
  const isPaid = data === undefined || ['paid', 'processing', 'unlocking'].includes(data.status);
  const isOver = isUnknown || !isPaid;
  useEffect(() => {
    if (!isOver) return;
    forgetPaid(checkoutId);
    onNotPaid();
  }, [isOver, checkoutId, onNotPaid]);
  return (
    <p className={classes.state}>
      <span>
        {data === undefined
          ? 'Looking for your payment. '
          : data.status === 'paid'
            ? 'You have paid for this on this device. '
            : 'Payment received, unlocking. '}
        <Link to={paths.checkout.href({ checkoutId })} className={classes.link}>
          See what comes next
        </Link>
      </span>
    </p>
  );
}
