import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import type { Competition } from '../competition-types.ts';
import classes from './related-section.module.css';

const RelatedEvents = lazy(() =>
  import('./related-events.tsx').then((file) => ({ default: file.RelatedEvents })),
);

/** Its code and its lists are loaded when the viewer comes near. Its place is kept until then. */
export function RelatedSection({ competition }: { competition: Competition }) {
  const place = useRef<HTMLDivElement>(null);
  const [isNear, setIsNear] = useState(false);
  useEffect(() => {
    if (isNear || !place.current || !('IntersectionObserver' in window)) return;
    const observer = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && setIsNear(true),
      { rootMargin: '200px' },
    );
    observer.observe(place.current);
    return () => observer.disconnect();
  }, [isNear]);
  const waiting = <div className={classes.waiting} />;
  return (
    <div ref={place} className={classes.section}>
      {isNear ? (
        <Suspense fallback={waiting}>
          <RelatedEvents competition={competition} />
        </Suspense>
      ) : (
        waiting
      )}
    </div>
  );
}
