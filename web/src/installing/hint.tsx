import { type ReactNode, useEffect, useState } from 'react';
import { PlainButton } from '../ui/mantine/plain-button.tsx';
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
          <PlainButton size="sm" onClick={action.onClick}>
            {action.label}
          </PlainButton>
        ) : null}
        <PlainButton size="sm" variant="default" onClick={onClose}>
          {closeLabel}
        </PlainButton>
      </div>
    </section>
  );
}
