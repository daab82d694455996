import { Button, type ButtonProps } from '@mantine/core';
import { IconReload } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { mediaErrorBody, mediaErrorHeading } from '../ui/page/page-error.ts';
import classes from './media-error.module.css';

interface Props {
  onReload: () => void;
  children?: ReactNode;
  button?: Pick<ButtonProps, 'variant' | 'loading'>;
}

/**
 * Replaces the player when its video is no longer active (docs/product.md, 4.7).
 * @param children what the viewer can choose besides Reload.
 * @param button how Reload looks beside it.
 */
export function MediaError({ onReload, children, button }: Props) {
  const reload = useRef<HTMLButtonElement>(null);
  // A control of the player that had the focus is gone, or a navigation has just moved it to the content: keyboard
  // users continue here.
  useEffect(() => {
    const { activeElement } = document;
    if (activeElement === document.body || activeElement?.id === 'content')
      reload.current?.focus({ preventScroll: true });
  }, []);
  return (
    <div className={classes.error}>
      <div className={classes.words} role="alert">
        <h2 className={`display ${classes.heading}`}>{mediaErrorHeading}</h2>
        <p className={classes.body}>{mediaErrorBody}</p>
      </div>
      {children}
      <Button ref={reload} onClick={onReload} leftSection={<IconReload size={20} aria-hidden />} {...button}>
        Reload
      </Button>
    </div>
  );
}
