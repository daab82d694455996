import { ActionIcon } from '@mantine/core';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './blocks-page.module.css';

interface Props {
  /** What is moved. */
  name: string;
  /** Absent where there is nothing further: the button stays, so that the focus is not lost at the end. */
  onUp: (() => void) | undefined;
  onDown: (() => void) | undefined;
  /** Words that stand for "up" and "down", for example "earlier" and "later". */
  words: readonly [up: string, down: string];
}

/** Two buttons that move something in a list; the keyboard reaches both. */
export function MoveButtons({ name, onUp, onDown, words: [up, down] }: Props) {
  return (
    <span className={classes.move}>
      <MoveButton label={`Move ${name} ${up}`} onClick={onUp}>
        <IconArrowUp size={20} aria-hidden />
      </MoveButton>
      <MoveButton label={`Move ${name} ${down}`} onClick={onDown}>
        <IconArrowDown size={20} aria-hidden />
      </MoveButton>
    </span>
  );
}

function MoveButton(props: { label: string; onClick: (() => void) | undefined; children: ReactNode }) {
  const { label, onClick, children } = props;
  return (
    <ActionIcon
      aria-label={label}
      aria-disabled={!onClick || undefined}
      data-disabled={!onClick || undefined}
      onClick={() => onClick?.()}
    >
      {children}
    </ActionIcon>
  );
}
