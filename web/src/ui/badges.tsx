import classes from './badges.module.css';

/** The only red element of the design. */
export function LiveBadge({ size = 'md' }: { size?: 'md' | 'lg' }) {
  return (
    <span className={classes.live} data-size={size}>
      <span className={classes.dot} aria-hidden />
      Live
    </span>
  );
}

/** A grey badge of the same shape as the live badge: "Replay", "Upcoming". */
export function PhaseBadge({ children }: { children: string }) {
  return <span className={classes.phase}>{children}</span>;
}

const statusWords = { public: 'Public', draft: 'Draft', hidden: 'Hidden' } as const;

export function EventStatusBadge({ status }: { status: keyof typeof statusWords }) {
  return (
    <span className={classes.status} data-status={status}>
      {statusWords[status]}
    </span>
  );
}
