import { Skeleton } from '@mantine/core';
import sectionClasses from './competition-section.module.css';
import classes from './home-page.module.css';

/** The outline of the page while its lists load. */
export function HomeSkeleton() {
  return (
    <div role="status" aria-label="Loading events">
      <div className={classes.heroSkeleton}>
        <div className={classes.heroWords}>
          <Skeleton height={32} width={180} />
          <Skeleton height={88} width="min(36rem, 80%)" />
          <Skeleton height={50} width={168} />
        </div>
      </div>
      <div className={classes.sections}>
        <div className={sectionClasses.section}>
          <Skeleton height={34} width={160} />
          <div className={sectionClasses.grid}>
            {['a', 'b', 'c'].map((key) => (
              <Skeleton key={key} className={classes.cardSkeleton} />
            ))}
          </div>
        </div>
      </div>
    </div>
  );
}
