import type { ReactNode } from 'react';
import { PageTitle } from '../../ui/page-title.tsx';
import { AuthCard } from '../auth-card.tsx';
import classes from '../form.module.css';

interface Props {
  title: string;
  children: ReactNode;
  /** Where it goes on from here; null: nowhere yet. */
  action: ReactNode;
}

/** What has become of a link in a mail: said once, also to screen readers, with the way on. */
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
