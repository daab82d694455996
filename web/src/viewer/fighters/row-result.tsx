import { Button, VisuallyHidden } from '@mantine/core';
import { endInWords, resultInWords } from '@ringside/rules/result-words';
import { useState } from 'react';
import { takeFocus } from '../../ui/take-focus.ts';
import type { CompetitionResult } from '../bouts/results/results.queries.ts';
import { reveal } from '../bouts/results/results-choice.ts';
import { useResultsChoice, useRevealed } from '../bouts/results/use-results-choice.ts';
import { useShownResults } from '../bouts/results/use-shown-results.ts';
import classes from './bout-rows.module.css';
import type { FighterBout } from './fighters.queries.ts';

interface Props {
  fighterId: string;
  bout: FighterBout;
  /** Shown for who wants the results of its event; the others by a press. */
  isEarly: boolean;
}

/** How a bout of the past ended, for who wants to know. */
export function RowResult({ fighterId, bout, isEarly }: Props) {
  const { id, name } = bout.competition;
  const isChosen = useResultsChoice(id) === 'shown';
  const isRevealed = useRevealed(id).includes(bout.id);
  const [isPressed, setIsPressed] = useState(false);
  if (isRevealed || (isChosen && (isEarly || isPressed)))
    return <Shown fighterId={fighterId} bout={bout} takesFocus={isPressed} />;
  return (
    <Button
      size="compact-sm"
      variant="default"
      className={classes.show}
      onClick={() => {
        setIsPressed(true);
        if (!isChosen) reveal(id, bout.id);
      }}
    >
      Show this result
      <VisuallyHidden>{` of ${name}`}</VisuallyHidden>
    </Button>
  );
}

function Shown({ fighterId, bout, takesFocus }: Omit<Props, 'isEarly'> & { takesFocus: boolean }) {
  const { startDate, endDate } = bout.block;
  const { results, isFailed, refetch } = useShownResults({ ...bout.competition, startDate, endDate });
  const result = results?.find(({ boutId }) => boutId === bout.id);
  if (isFailed)
    return (
      <Button size="compact-sm" variant="default" className={classes.show} onClick={() => void refetch()}>
        The result did not come. Try again
      </Button>
    );
  return (
    <p ref={takesFocus ? takeFocus : undefined} tabIndex={-1} role="status" className={classes.result}>
      {result ? inWords(result, fighterId, bout) : results ? 'No official result yet' : ' '}
    </p>
  );
}

/** "Won: KO, round 2, 1:34" */
function inWords(result: CompetitionResult, fighterId: string, { corner }: FighterBout): string {
  const { winner } = result;
  // Somebody else stood in this corner.
  if (winner === 'draw' || winner === 'none' || result[corner].id !== fighterId) return resultInWords(result);
  return `${winner === corner ? 'Won' : 'Lost'}: ${endInWords(result)}`;
}
