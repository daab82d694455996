import { Button } from '@mantine/core';
import { IconReload } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { mediaErrorBody, mediaErrorHeading } from '../ui/page-error.ts';
import classes from './media-error.module.css';

/**
 * Stands in the player's place when its video is not active any more (specification, section 8). That two
 * other devices watch is a choice and no failure, so the way on is one press.
 */
export function MediaError({ onReload }: { onReload: () => void }) {
  const reload = useRef<HTMLButtonElement>(null);
  // The controls that had the focus are gone; whoever uses the keyboard goes on here.
  useEffect(() => {
    if (document.activeElement === document.body) reload.current?.focus({ preventScroll: true });
  }, []);
  return (
    <div className={classes.error} role="alert">
      <h2 className={`display ${classes.heading}`}>{mediaErrorHeading}</h2>
      <p className={classes.body}>{mediaErrorBody}</p>
      <Button
        ref={reload}
        onClick={onReload}
        leftSection={<IconReload size={20} aria-hidden />}
        className={classes.reload}
      >
        Reload
      </Button>
    </div>
  );
}
