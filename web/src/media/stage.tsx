import type { ReactNode } from 'react';
import classes from './stage.module.css';

interface Props {
  /** The picture of the event, behind everything else. */
  poster: ReactNode;
  /** Darkens the poster, so that text on it can be read. */
  isDimmed?: boolean;
  children?: ReactNode;
}

/** The dark 16:9 box for the video or a message. It has the same size in every state. */
export function Stage({ poster, isDimmed = false, children }: Props) {
  return (
    <div className={`on-stage ${classes.stage}`}>
      <div className={classes.poster} data-dimmed={isDimmed || undefined}>
        {poster}
      </div>
      {children ? <div className={classes.content}>{children}</div> : null}
    </div>
  );
}
