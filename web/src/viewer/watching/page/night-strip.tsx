import { VisuallyHidden } from '@mantine/core';
import { boutName } from '@ringside/rules/bout-words';
import { IconChevronRight } from '@tabler/icons-react';
import type { Reader } from '../../../ui/time/time.ts';
import { useNow } from '../../../ui/time/use-now.ts';
import { spokenPair } from '../../bouts/bout-words.ts';
import type { Bout } from '../../bouts/bouts.queries.ts';
import type { CardState } from '../../bouts/night/card-states.ts';
import { momentOfBout, phaseInWords } from '../../bouts/night/night-words.ts';
import classes from './night-strip.module.css';

interface Props {
  bouts: readonly Bout[];
  state: Pick<CardState, 'on' | 'overBoutIds' | 'expected'>;
  /** Only then the round is told. */
  isBesidePicture: boolean;
  roundSeconds: number | undefined;
  reader: Reader | undefined;
  onPress: () => void;
}

/** Under the picture of a phone: who fights now, or next. Leads to the card. */
export function NightStrip({ bouts, state, isBesidePicture, roundSeconds, reader, onPress }: Props) {
  const now = useNow(60_000);
  const [on] = state.on;
  const boutId = on?.boutId ?? state.expected[0]?.boutId;
  const bout = bouts.find(({ id }) => id === boutId);
  if (!bout) return null;
  const phase = on && isBesidePicture ? on : undefined;
  const expected = on ? undefined : momentOfBout(state, bout.id, now, reader);
  const when = phase ? phaseInWords(phase, roundSeconds) : expected?.words;
  // Without the seconds: nobody wants to hear them count.
  const spoken = [
    on ? 'Now' : 'Next',
    spokenPair(bout),
    phase ? phaseInWords(phase, undefined) : expected?.spoken,
  ];
  return (
    <button type="button" className={classes.strip} onClick={onPress}>
      <VisuallyHidden>{[...spoken, 'open the card'].filter(Boolean).join(', ')}</VisuallyHidden>
      <span className={`eyebrow ${classes.eyebrow}`} aria-hidden>
        {on ? 'Now' : 'Next'}
      </span>
      <span className={`display ${classes.names}`} aria-hidden>
        {boutName(bout)}
      </span>
      {when ? (
        <span className={`tabular ${classes.when}`} aria-hidden>
          {when}
        </span>
      ) : null}
      <IconChevronRight size={18} stroke={1.75} aria-hidden className={classes.icon} />
    </button>
  );
}
