import { Button } from '@mantine/core';
import { type ReactNode, useEffect, useState } from 'react';
import classes from './hint.module.css';

interface Props {
  title: string;
  children: ReactNode;
  action?: { label: string; onClick: () => void };
  closeLabel: string;
  onClose: () => void;
}

/** A card in the corner. It takes no focus and covers nothing that has it. */
export function Hint({ title, children, action, closeLabel, onClose }: Props) {
  // Screen readers read what is put into a place that is already there.
  const [isSaid, setIsSaid] = useState(false);
  useEffect(() => setIsSaid(true), []);
  return (
    <section className={classes.hint} aria-label={title}>
      <div role="status">
        {isSaid ? (
          <>
            <p className={classes.title}>{title}</p>
            <p className={classes.text}>{children}</p>
          </>
        ) : null}
      </div>
      <div className={classes.buttons}>
        {action ? (
          <Button size="sm" onClick={action.onClick}>
            {action.label}
          </Button>
        ) : null}
        <Button size="sm" variant="default" onClick={onClose}>
          {closeLabel}
        </Button>
      </div>
    </section>
  );
}
