import { useSyncExternalStore } from 'react';
import classes from './offline-hint.module.css';

function subscribe(listener: () => void) {
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
}

/** A line below the header while there is no network. The place is always there, so that screen readers hear it. */
export function OfflineHint() {
  const isOnline = useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  );
  return (
    <div role="status" className={classes.place}>
      {isOnline ? null : (
        <p className={classes.hint}>You are offline. What you see here may be out of date.</p>
      )}
    </div>
  );
}
