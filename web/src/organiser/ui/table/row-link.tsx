import type { ReactNode } from 'react';
import { Link } from 'react-router';
import classes from './row-link.module.css';

/** The link of a row: a real link, and the whole row leads to it. */
export function RowLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link to={to} className={classes.link}>
      {children}
    </Link>
  );
}
