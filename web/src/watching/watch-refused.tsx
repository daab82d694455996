import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import type { BlockAccess } from '../competitions/competition-types.ts';
import { StageCountdown } from '../competitions/stage-countdown.tsx';
import { DateTime } from '../ui/time/date-time.tsx';
import { StageMessage } from './stage-message.tsx';
import type { StopReason } from './watch-stop.ts';

interface Props {
  reason: Exclude<StopReason, 'media'>;
  access: BlockAccess | undefined;
  onRetry: () => void;
}

/** Explains why this viewer cannot watch the video now, and what they can do. */
export function WatchRefused({ reason, access, onRetry }: Props) {
  const retry = (label: string) => <Button onClick={onRetry}>{label}</Button>;
  switch (reason) {
    case 'access-required':
      return (
        <StageMessage title="You need access to watch this" action={retry('Check again')}>
          This block is for viewers with access, and your account has none yet.
        </StageMessage>
      );
    case 'access-not-started':
      return (
        <StageMessage title="You have access" action={retry('Watch now')}>
          {access?.startDate ? (
            <>
              <StageCountdown to={access.startDate} label="Your access starts in" />
              <DateTime instant={access.startDate} />
            </>
          ) : (
            'Your access has not started yet.'
          )}
        </StageMessage>
      );
    case 'access-ended':
      return (
        <StageMessage title="Your access has ended" action={retry('Check again')}>
          {endedText(access?.endDate)}
        </StageMessage>
      );
    case 'stream-inactive':
      return (
        <StageMessage title="The stream is not on air" action={retry('Check again')}>
          It has been switched off for the moment. Stay here: the picture comes back by itself.
        </StageMessage>
      );
    case 'unreachable':
      return (
        <StageMessage title="The stream cannot be reached" action={retry('Try now')}>
          We keep trying. The picture comes back as soon as there is an answer.
        </StageMessage>
      );
    case 'offline':
      return (
        <StageMessage title="You are offline" action={retry('Try again')}>
          Check your connection. The video goes on as soon as you are online again.
        </StageMessage>
      );
  }
}

function endedText(endDate: string | null | undefined): ReactNode {
  if (!endDate) return 'It does not cover this block any more.';
  return (
    <>
      It was valid until <DateTime instant={endDate} />.
    </>
  );
}
