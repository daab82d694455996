import { Button } from '@mantine/core';
import { resultInWords } from '@ringside/rules/result-words';
import { useState } from 'react';
import { takeFocus } from '../../../ui/take-focus.ts';
import { useClock } from '../../../ui/time/use-now.ts';
import type { Bout, EventOfBouts } from '../bouts.queries.ts';
import classes from './bout-result.module.css';
import { reveal } from './results-choice.ts';
import { useResultsChoice, useRevealed } from './use-results-choice.ts';
import { useShownResults } from './use-shown-results.ts';

interface Props {
  bout: Bout;
  event: EventOfBouts;
}

/** How one bout ended: at once for who wants the results of the event, else by a press, which shows this one alone. */
export function BoutResult({ bout, event }: Props) {
  const block = event.blocks.find(({ id }) => id === bout.blockId);
  const hasBegun = useClock((now) => (block && Date.parse(block.startDate) <= now ? 1 : 0)) === 1;
  const isChosen = useResultsChoice(event.id) === 'shown';
  const isRevealed = useRevealed(event.id).includes(bout.id);
  const [isPressed, setIsPressed] = useState(false);
  if (!hasBegun || bout.status === 'cancelled') return null;
  if (isChosen || isRevealed) return <Shown bout={bout} event={event} takesFocus={isPressed} />;
  return (
    <div className={classes.result}>
      <Button
        variant="default"
        onClick={() => {
          setIsPressed(true);
          reveal(event.id, bout.id);
        }}
      >
        Show this result
      </Button>
      <p className={classes.hint}>The other results stay hidden.</p>
    </div>
  );
}

function Shown({ bout, event, takesFocus }: Props & { takesFocus: boolean }) {
  const { results, isFailed, refetch } = useShownResults(event);
  const result = results?.find(({ boutId }) => boutId === bout.id);
  return (
    <div ref={takesFocus ? takeFocus : undefined} tabIndex={-1} role="status" className={classes.result}>
      {isFailed ? (
        <Button variant="default" onClick={() => void refetch()}>
          The result did not come. Try again
        </Button>
      ) : null}
      {results ? (
        <p className={classes.words}>{result ? resultInWords(result) : 'No official result yet'}</p>
      ) : null}
      {result && result.scorecards.length > 0 ? (
        <p className={`tabular ${classes.hint}`}>
          {result.scorecards.map(({ judge, red, blue }) => `${judge} ${red}–${blue}`).join(' · ')}
        </p>
      ) : null}
      {result?.note ? <p className={classes.hint}>{result.note}</p> : null}
    </div>
  );
}
