import type { ReactNode } from 'react';
import classes from './stage-message.module.css';

interface Props {
  title: string;
  children: ReactNode;
  action?: ReactNode;
  /** Above the title. */
  icon?: ReactNode;
  eyebrow?: string;
}

/** A message on the stage while no video plays there. */
export function StageMessage({ title, children, action, icon, eyebrow }: Props) {
  return (
    <div className={classes.message}>
      {icon}
      {eyebrow ? <span className={`eyebrow ${classes.eyebrow}`}>{eyebrow}</span> : null}
      <h2 className={`display ${classes.title}`}>{title}</h2>
      <div className={classes.text}>{children}</div>
      {action ? <div className={classes.action}>{action}</div> : null}
    </div>
  );
}
