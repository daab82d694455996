import { ErrorState } from '../state/state-panel.tsx';
import classes from './failed-page.module.css';
import { PageTitle } from './page-title.tsx';

/** A page whose data could not be loaded, with its frame, heading and title. */
export function FailedPage({ onRetry }: { onRetry: () => void }) {
  return (
    <div className={classes.frame}>
      <PageTitle>{navigator.onLine ? 'This could not be loaded' : 'You are offline'}</PageTitle>
      <ErrorState onRetry={onRetry} headingOrder={1} />
    </div>
  );
}
