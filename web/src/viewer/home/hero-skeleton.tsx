import classes from './home-page.module.css';

/** The outline of the featured event while the list loads. */
export function HeroSkeleton() {
  return (
    <div role="status" aria-label="Loading events" className={classes.heroSkeleton}>
      <div className={classes.heroWords} aria-hidden>
        <span />
        <span />
        <span />
      </div>
    </div>
  );
}
