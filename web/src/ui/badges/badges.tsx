import classes from './badges.module.css';

/** The only red element of the design. */
export function LiveBadge({ size = 'md' }: { size?: 'md' | 'lg' }) {
  return (
    <span className={classes.live} data-size={size} data-live>
      <span className={classes.dot} aria-hidden />
      Live
    </span>
  );
}

/** A grey badge of the same shape as the live badge: "Replay", "Upcoming". */
export function PhaseBadge({ children }: { children: string }) {
  return <span className={classes.phase}>{children}</span>;
}
