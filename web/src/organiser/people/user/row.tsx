import type { ReactNode } from 'react';
import classes from '../../../ui/account/account-page.module.css';

/** One line of a section: what it is, its state, and what can be done about it. */
export function Row({ name, state, children }: { name: string; state: ReactNode; children?: ReactNode }) {
  return (
    <li className={classes.row}>
      <div className={classes.rowText}>
        <strong className={classes.name}>{name}</strong>
        <span className={classes.meta}>{state}</span>
      </div>
      {children ? <div className={classes.rowActions}>{children}</div> : null}
    </li>
  );
}
