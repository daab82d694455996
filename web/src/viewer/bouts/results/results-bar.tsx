import { Anchor } from '@mantine/core';
import { IconEye, IconEyeOff } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { paths } from '../../../paths.ts';
import { useClock } from '../../../ui/time/use-now.ts';
import type { EventOfBouts } from '../bouts.queries.ts';
import classes from './results-bar.module.css';
import { choose, type ResultsChoice } from './results-choice.ts';
import { useResultsChoice } from './use-results-choice.ts';

interface Props {
  event: EventOfBouts;
  /** Their last request failed. */
  isFailed: boolean;
  onRetry: () => void;
  /** This is the page of the results. */
  isOwnPage?: boolean;
}

/** Above the card of an event that has begun: asks once whether results are shown, then says so and changes it. */
export function ResultsBar({ event, isFailed, onRetry, isOwnPage = false }: Props) {
  const { id, slug, startDate } = event;
  const choice = useResultsChoice(id);
  const hasBegun = useClock((now) => (now >= Date.parse(startDate) ? 1 : 0)) === 1;
  const [isPressed, setIsPressed] = useState(false);
  if (!hasBegun) return null;
  const press = (next: ResultsChoice) => {
    setIsPressed(true);
    choose(id, next);
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: no form, and a fieldset has a border of its own
    <div role="group" aria-label="Results of this event" className={classes.bar}>
      {choice === 'loading' ? null : choice === undefined ? (
        <>
          <button type="button" className={classes.chip} onClick={() => press('hidden')}>
            Keep results hidden
          </button>
          <button type="button" className={classes.chip} onClick={() => press('shown')}>
            Show results
          </button>
        </>
      ) : (
        <>
          <Chip choice={choice} takesFocus={isPressed} onChange={press} />
          {/* Whether there are results or not: the link tells nothing. */}
          {isOwnPage ? null : (
            <Anchor component={Link} to={paths.results.href(slug)} className={classes.link}>
              All results
            </Anchor>
          )}
        </>
      )}
      {isFailed ? (
        <button type="button" className={classes.chip} onClick={onRetry}>
          Results did not come. Try again
        </button>
      ) : null}
    </div>
  );
}

interface ChipProps {
  choice: ResultsChoice;
  /** What was pressed before is gone. */
  takesFocus: boolean;
  onChange: (choice: ResultsChoice) => void;
}

function Chip({ choice, takesFocus, onChange }: ChipProps) {
  const isShown = choice === 'shown';
  const Icon = isShown ? IconEye : IconEyeOff;
  return (
    <button
      type="button"
      className={classes.chip}
      // biome-ignore lint/a11y/noAutofocus: the focus stays where the viewer has pressed
      autoFocus={takesFocus}
      onClick={() => onChange(isShown ? 'hidden' : 'shown')}
    >
      <Icon size={18} stroke={1.75} aria-hidden />
      <span>{isShown ? 'Results shown' : 'Results hidden'}</span>{' '}
      <span className={classes.change}>{isShown ? 'Hide' : 'Show'}</span>
    </button>
  );
}
