import classes from './tone-badge.module.css';

export type Tone = 'good' | 'warning' | 'plain';

/** The state of something, as a word. The colour only repeats it. */
export function ToneBadge({ tone, children }: { tone: Tone; children: string }) {
  return (
    <span className={classes.badge} data-tone={tone}>
      {children}
    </span>
  );
}
