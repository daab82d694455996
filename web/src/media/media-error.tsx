import { Button } from '@mantine/core';
import { IconReload } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { mediaErrorBody, mediaErrorHeading } from '../ui/page-error.ts';
import classes from './media-error.module.css';

/**
 * Replaces the player when its video is no longer active (docs/product.md, 4.7). Two other devices are a choice of the
 * viewer and not a failure, so one press is enough to continue.
 */
export function MediaError({ onReload }: { onReload: () => void }) {
  const reload = useRef<HTMLButtonElement>(null);
  // If a control of the player had the focus, it is gone; keyboard users continue here.
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
