import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { EmptyRing, LooseRope, NoNetwork } from './state-drawings.tsx';
import classes from './state-panel.module.css';

interface PanelProps {
  drawing: ReactNode;
  title: string;
  children: ReactNode;
  action?: ReactNode;
  /** 1 when the state is the whole page. */
  headingOrder?: 1 | 2;
}

function StatePanel({ drawing, title, children, action, headingOrder = 2 }: PanelProps) {
  const Heading = headingOrder === 1 ? 'h1' : 'h2';
  return (
    <div className={classes.panel}>
      <div className={classes.drawing}>{drawing}</div>
      <Heading className={classes.title}>{title}</Heading>
      <p className={classes.text}>{children}</p>
      {action}
    </div>
  );
}

/** For an empty list that is no error. */
export function EmptyState(props: Omit<PanelProps, 'drawing'>) {
  return <StatePanel drawing={<EmptyRing />} {...props} />;
}

interface ErrorStateProps {
  onRetry: () => void;
  headingOrder?: 1 | 2;
}

/** For a failed load, with a retry. When the browser is offline, the text says so. */
export function ErrorState({ onRetry, headingOrder }: ErrorStateProps) {
  const rest = { headingOrder, action: <Button onClick={onRetry}>Try again</Button> };
  if (!navigator.onLine) {
    return (
      <StatePanel drawing={<NoNetwork />} title="You are offline" {...rest}>
        This page comes back by itself as soon as there is a connection, or at once if you try again.
      </StatePanel>
    );
  }
  return (
    <StatePanel drawing={<LooseRope />} title="This could not be loaded" {...rest}>
      Something went wrong between your device and our server. Your account and your access are not affected.
    </StatePanel>
  );
}
