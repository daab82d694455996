import { Button } from '@mantine/core';
import { useSyncExternalStore } from 'react';
import { cancelWork, isWorking, subscribeToWork } from '../api/answer-work.ts';
import classes from './form.module.css';

/**
 * While this device computes a proof of work. It is in the page before, so that screen readers announce the sentence, and
 * below the button, so that the second press of a double click does not cancel.
 */
export function WorkNotice() {
  const isShown = useSyncExternalStore(subscribeToWork, isWorking, () => false);
  return (
    <div aria-live="polite" className={classes.notice}>
      {isShown ? (
        <>
          <p className={classes.message}>Many requests come from your network. One moment, please.</p>
          <Button variant="default" onClick={cancelWork}>
            Cancel
          </Button>
        </>
      ) : null}
    </div>
  );
}
