import { VisuallyHidden } from '@mantine/core';
import { rulesWords, weightInWords } from '@ringside/rules/bout-words';
import { IconGripVertical } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { ToneBadge } from '../../../ui/badges/tone-badge.tsx';
import { cornerWords, lengthInWords } from './bout-words.ts';
import type { Bout } from './card.queries.ts';
import classes from './card-page.module.css';
import { CornerSide } from './corner-side.tsx';

interface Props {
  bout: Bout;
  /** Its place on the whole card. */
  number: number;
  total: number;
  isMainEvent: boolean;
  /** Starts to drag it; without it the row stays where it is. */
  onGrip: ((event: PointerEvent) => void) | undefined;
  /** What can be done with it. */
  children: ReactNode;
}

export function BoutRow({ bout, number, total, isMainEvent, onGrip, children }: Props) {
  const weight = weightInWords(bout);
  return (
    <li
      className={classes.bout}
      data-bout={bout.id}
      data-main={isMainEvent || undefined}
      data-off={bout.status === 'cancelled' || undefined}
    >
      <span
        className={classes.grip}
        data-fixed={!onGrip || undefined}
        onPointerDown={({ nativeEvent }) => onGrip?.(nativeEvent)}
      >
        {onGrip ? <IconGripVertical size={18} aria-hidden className={classes.gripIcon} /> : null}
        <span className={`display tabular ${classes.number}`} aria-hidden>
          {number}
        </span>
      </span>
      <VisuallyHidden>{`Bout ${number} of ${total}`}</VisuallyHidden>
      <div className={classes.sides}>
        <CornerSide corner="red" side={bout.red} />
        <span className={classes.versus}>
          <span aria-hidden>v</span>
          <VisuallyHidden>against</VisuallyHidden>
        </span>
        <CornerSide corner="blue" side={bout.blue} />
      </div>
      <div className={classes.terms}>
        {bout.title ? <p className={classes.title}>{bout.title}</p> : null}
        {weight ? <p className={classes.term}>{weight}</p> : null}
        <p className={`tabular ${classes.term}`}>
          {`${lengthInWords(bout)}, ${bout.rulesText ?? rulesWords[bout.rules]}`}
        </p>
      </div>
      <div className={classes.actions}>{children}</div>
      <BoutNotes bout={bout} isMainEvent={isMainEvent} />
    </li>
  );
}

/** What makes this bout another one than the others. */
function BoutNotes({ bout, isMainEvent }: Pick<Props, 'bout' | 'isMainEvent'>) {
  const { status, statusReason, replacements } = bout;
  const missed = (['red', 'blue'] as const).flatMap((corner) => bout[corner].weighIn?.consequence ?? []);
  if (!isMainEvent && status === 'announced' && missed.length === 0) return null;
  const notes = [
    ...replacements.map(({ corner, name }) => `${cornerWords[corner]}: in place of ${name}.`),
    ...(status !== 'announced' && statusReason ? [statusReason] : []),
    ...missed,
  ];
  return (
    <p className={classes.notes}>
      {isMainEvent ? <ToneBadge tone="plain">Main event</ToneBadge> : null}
      {status === 'cancelled' ? <ToneBadge tone="warning">Cancelled</ToneBadge> : null}
      {status === 'replaced' ? <ToneBadge tone="warning">Replaced</ToneBadge> : null}
      {notes.length > 0 ? <span>{notes.join(' ')}</span> : null}
    </p>
  );
}
