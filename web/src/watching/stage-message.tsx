import type { ReactNode } from 'react';
import classes from './stage-message.module.css';

interface Props {
  title: string;
  children: ReactNode;
  action?: ReactNode;
}

/** A message on the stage while no video plays there. */
export function StageMessage({ title, children, action }: Props) {
  return (
    <div className={classes.message}>
      <h2 className={`display ${classes.title}`}>{title}</h2>
      <div className={classes.text}>{children}</div>
      {action ? <div className={classes.action}>{action}</div> : null}
    </div>
  );
}
