import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { EmptyRing, LooseRope, SilentBell } from './state-drawings.tsx';
import classes from './state-panel.module.css';

interface PanelProps {
  drawing: ReactNode;
  title: string;
  children: ReactNode;
  action?: ReactNode;
}

function StatePanel({ drawing, title, children, action }: PanelProps) {
  return (
    <div className={classes.panel}>
      <div className={classes.drawing}>{drawing}</div>
      <h2 className={classes.title}>{title}</h2>
      <p className={classes.text}>{children}</p>
      {action}
    </div>
  );
}

/** There is nothing yet, and nothing is wrong. */
export function EmptyState({ title, children, action }: Omit<PanelProps, 'drawing'>) {
  return (
    <StatePanel drawing={<EmptyRing />} title={title} action={action}>
      {children}
    </StatePanel>
  );
}

/** It could not be loaded; trying again may help. Without a network the reason is named. */
export function ErrorState({ onRetry }: { onRetry: () => void }) {
  const retry = <Button onClick={onRetry}>Try again</Button>;
  if (!navigator.onLine) {
    return (
      <StatePanel drawing={<SilentBell />} title="You are offline" action={retry}>
        Check your connection. This page comes back as soon as you are online again.
      </StatePanel>
    );
  }
  return (
    <StatePanel drawing={<LooseRope />} title="This could not be loaded" action={retry}>
      Something went wrong between here and our server. Your account and your access are not affected.
    </StatePanel>
  );
}
