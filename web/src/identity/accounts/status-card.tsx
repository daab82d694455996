import type { ReactNode } from 'react';
import { PageTitle } from '../../ui/page/page-title.tsx';
import { AuthCard } from '../auth-card.tsx';
import classes from '../form.module.css';

interface Props {
  title: string;
  children: ReactNode;
  /** The button of the next step; null while there is none. */
  action: ReactNode;
}

/** The result of opening a link in a mail, announced to screen readers, with the next step. */
export function StatusCard({ title, children, action }: Props) {
  return (
    <>
      <PageTitle>{title}</PageTitle>
      <AuthCard title={title}>
        <p role="status" className={classes.message}>
          {children}
        </p>
        {action}
      </AuthCard>
    </>
  );
}
