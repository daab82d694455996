import type { ReactNode } from 'react';
import { AccessHint } from '../../competitions/access-hint.tsx';
import type { Block, BlockAccess } from '../../competitions/competition-types.ts';
import { StageCountdown } from '../../competitions/stage-countdown.tsx';
import { Stage } from '../../media/stage.tsx';
import { DateTime } from '../../ui/time/date-time.tsx';
import { StageMessage } from './stage-message.tsx';

interface Props {
  block: Block;
  poster: ReactNode;
  access: BlockAccess | undefined;
  /** The way to a ticket, for a viewer who needs one. */
  tickets: ReactNode;
}

/** Before the start: the poster, a countdown, and whether this viewer has access. */
export function ScheduledStage({ block, poster, access, tickets }: Props) {
  return (
    <Stage poster={poster} isDimmed>
      <StageMessage title={block.name} action={tickets}>
        <StageCountdown to={block.startDate} />
        {/* The heading below says what time that is at the venue; here it would take a line more than was drawn. */}
        <DateTime instant={block.startDate} />
        <AccessHint block={block} access={access} isSold={tickets !== null} />
      </StageMessage>
    </Stage>
  );
}
