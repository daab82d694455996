import { useEffect, useState } from 'react';
import classes from './loading-bar.module.css';

/** docs/product.md, 3.1 */
const loadingBarMs = { throttle: 200, duration: 2000, hideDelay: 500, resetDelay: 400 } as const;

type Phase = 'hidden' | 'running' | 'finished' | 'fading';

/**
 * The thin bar of page loading. It appears after the throttle, so that fast pages do not show it, and fills
 * asymptotically over the duration. Then it stays full for the hide delay and fades out during the reset delay.
 */
export function LoadingBar({ isLoading }: { isLoading: boolean }) {
  const [phase, setPhase] = useState<Phase>('hidden');

  useEffect(() => {
    if (isLoading) {
      const timer = window.setTimeout(() => setPhase('running'), loadingBarMs.throttle);
      return () => window.clearTimeout(timer);
    }
    setPhase((current) => (current === 'running' ? 'finished' : current));
    const hide = window.setTimeout(
      () => setPhase((current) => (current === 'finished' ? 'fading' : current)),
      loadingBarMs.hideDelay,
    );
    const reset = window.setTimeout(
      () => setPhase('hidden'),
      loadingBarMs.hideDelay + loadingBarMs.resetDelay,
    );
    return () => {
      window.clearTimeout(hide);
      window.clearTimeout(reset);
    };
  }, [isLoading]);

  // The bar lies outside the landmarks of the page. A live region is what assistive technology reads there.
  return (
    <div aria-live="polite">
      {phase !== 'hidden' && (
        <div className={classes.bar} data-phase={phase} role="progressbar" aria-label="Loading page">
          <div className={classes.fill} style={{ animationDuration: `${loadingBarMs.duration}ms` }} />
        </div>
      )}
    </div>
  );
}
