import type { ReactNode } from 'react';
import classes from './stage.module.css';

interface Props {
  /** Lies behind everything: the event's picture. */
  poster: ReactNode;
  /** Darkens the poster, for words that stand on it. */
  isDimmed?: boolean;
  children?: ReactNode;
}

/** The dark 16:9 place where the video is, was or will be. It has the same size in every state. */
export function Stage({ poster, isDimmed = false, children }: Props) {
  return (
    <div className={classes.stage}>
      <div className={classes.poster} data-dimmed={isDimmed || undefined}>
        {poster}
      </div>
      {children ? <div className={classes.content}>{children}</div> : null}
    </div>
  );
}
