import { Button } from '@mantine/core';
import { recordInShort } from '@ringside/rules/bout-words';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { takeFocus } from '../../ui/take-focus.ts';
import { useClock } from '../../ui/time/use-now.ts';
import { pictureClock } from '../bouts/night/current-picture.ts';
import { useOtherTabs } from '../bouts/night/use-other-tabs.ts';
import { isBehind } from '../bouts/results/reached-results.ts';
import { useResultsChoices } from '../bouts/results/use-results-choice.ts';
import classes from './fighter-facts.module.css';
import { recordOf } from './fighters.queries.ts';

interface Props {
  fighterId: string;
  /** Of the bouts that are over. */
  eventIds: readonly string[];
}

/**
 * The record with the results on Ringside: for who wants the results of all these events, or presses. Not while a live picture in this
 * browser is behind: the record is that of now.
 */
export function PresentRecord({ fighterId, eventIds }: Props) {
  const isChosen = useResultsChoices(eventIds).every((choice) => choice === 'shown');
  const [isPressed, setIsPressed] = useState(false);
  const hasAsked = useOtherTabs();
  const isLate = useClock((now) => (isBehind(pictureClock.pictures(), now) ? 1 : 0)) === 1;
  const isShown = hasAsked && !isLate && (isChosen || isPressed);
  const { data } = useQuery({ ...recordOf(fighterId), enabled: isShown });
  if (isShown && data)
    return (
      <p ref={isPressed ? takeFocus : undefined} tabIndex={-1} role="status" className={classes.present}>
        Record with Ringside{' '}
        <span className={`display tabular ${classes.figure}`}>{recordInShort(data.record)}</span>
      </p>
    );
  if (isLate || isChosen || isPressed) return null;
  return (
    <Button size="compact-sm" variant="default" className={classes.show} onClick={() => setIsPressed(true)}>
      Show the record with Ringside
    </Button>
  );
}
