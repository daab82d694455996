import { Button } from '@mantine/core';
import { blockPhase } from '@ringside/rules/card';
import { Link } from 'react-router';
import { paths } from '../../../paths.ts';
import { Countdown } from '../../../ui/time/countdown.tsx';
import { useClock } from '../../../ui/time/use-now.ts';
import type { Block, Competition } from '../../competitions/competition-types.ts';
import { StageMessage } from './stage-message.tsx';

interface Props {
  competition: Competition;
  /** The block after the one that has ended. */
  next: Block;
  onAgain: () => void;
}

/** After a replay the next block offers itself; nothing starts without a press. */
export function Ending({ competition, next, onAgain }: Props) {
  const phase = useClock((now) => blockPhase(next, now));
  return (
    <StageMessage
      title={next.name}
      eyebrow={phase === 'live' ? 'On now' : 'Up next'}
      action={
        <>
          <NextLink competition={competition} next={next} />
          <Button variant="default" onClick={onAgain}>
            Watch again
          </Button>
        </>
      }
    >
      {phase === 'upcoming' ? <Countdown to={next.startDate} /> : null}
    </StageMessage>
  );
}

/** The way to the next block, in the words of its state. */
export function NextLink({ competition, next }: Pick<Props, 'competition' | 'next'>) {
  const phase = useClock((now) => blockPhase(next, now));
  const words = { upcoming: 'See what comes', live: 'Watch live', past: 'Watch the next replay' };
  return (
    <Button component={Link} to={paths.block.href(competition.slug, next.slug)}>
      {words[phase]}
    </Button>
  );
}
