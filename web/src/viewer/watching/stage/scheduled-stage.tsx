import type { ReactNode } from 'react';
import { Stage } from '../../../media/stage.tsx';
import { DateTime } from '../../../ui/time/date-time.tsx';
import { useClock } from '../../../ui/time/use-now.ts';
import { AccessHint } from '../../competitions/access-hint.tsx';
import type { Block, BlockAccess, Competition } from '../../competitions/competition-types.ts';
import { StageCountdown } from '../../competitions/stage-countdown.tsx';
import { BeforeStart } from './before-start.tsx';
import { StageMessage } from './stage-message.tsx';

interface Props {
  competition: Competition;
  block: Block;
  poster: ReactNode;
  access: BlockAccess | undefined;
  /** The way to a ticket, for a viewer who needs one. */
  tickets: ReactNode;
}

/** Before the start: the poster, a countdown, whether this viewer has access, and what they can do meanwhile. */
export function ScheduledStage({ competition, block, poster, access, tickets }: Props) {
  const start = Date.parse(competition.startDate);
  const isComing = useClock((now) => (now < start ? 1 : 0)) === 1;
  const action = tickets ?? (isComing ? <BeforeStart competition={competition} /> : null);
  return (
    <Stage poster={poster} isDimmed>
      <StageMessage title={block.name} action={action}>
        <StageCountdown to={block.startDate} />
        {/* The heading below says what time that is at the venue; here it would take a line more than was drawn. */}
        <DateTime instant={block.startDate} servedZone={competition.timezone} />
        <AccessHint block={block} access={access} isSold={tickets !== null} />
      </StageMessage>
    </Stage>
  );
}
