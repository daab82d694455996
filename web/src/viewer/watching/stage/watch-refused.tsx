import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { paths } from '../../../paths.ts';
import { DateTime } from '../../../ui/time/date-time.tsx';
import type { BlockAccess } from '../../competitions/competition-types.ts';
import { competitionsQueries } from '../../competitions/competitions.queries.ts';
import { StageCountdown } from '../../competitions/stage-countdown.tsx';
import type { StopReason } from '../watch/watch-stop.ts';
import { NothingRecorded } from './broadcast-messages.tsx';
import { StageMessage } from './stage-message.tsx';

interface Props {
  reason: Exclude<StopReason, 'media' | 'device-limit' | 'broadcast-not-started'>;
  access: BlockAccess | undefined;
  /** The way to a ticket, where one is sold. */
  tickets: ReactNode;
  onRetry: () => void;
}

/** Explains why this viewer cannot watch the video now, and what they can do. */
export function WatchRefused({ reason, access, tickets, onRetry }: Props) {
  const retry = (label: string) => <Button onClick={onRetry}>{label}</Button>;
  usePlayWithAccess(reason, access, onRetry);
  // The page notices by itself what was paid, but not what an organiser grants.
  const buyOrRetry = tickets ?? retry('Check again');
  switch (reason) {
    case 'shared':
      return (
        <StageMessage
          title="Your video was opened elsewhere"
          action={
            <>
              {retry('Watch here')}
              <Button component={Link} to={paths.security.href()}>
                Your devices
              </Button>
            </>
          }
        >
          Its address was played in several places at once, so it was closed. If you did not pass it on, sign
          out the devices that you do not know.
        </StageMessage>
      );
    case 'access-required':
      return (
        <StageMessage title="You need access to watch this" action={buyOrRetry}>
          This session is for viewers with access, and your account has none yet.
        </StageMessage>
      );
    case 'access-not-started':
      return (
        <StageMessage title="You have access" action={retry('Check again')}>
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
        <StageMessage title="Your access has ended" action={buyOrRetry}>
          {endedText(access?.endDate)}
        </StageMessage>
      );
    case 'stream-inactive':
      return (
        <StageMessage title="The stream is not on air" action={retry('Check again')}>
          It has been switched off for the moment.
        </StageMessage>
      );
    case 'nothing-recorded':
      return <NothingRecorded />;
    case 'recording-missing':
      return (
        <StageMessage title="This replay is not available" action={retry('Try again')}>
          Its video is not there at the moment. Your account and your access are not affected.
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

/**
 * Plays without another click when the viewer has bought the access, or was granted one, meanwhile. Only the change
 * counts: the server refuses also while the page still believes in an access that has just ended.
 */
function usePlayWithAccess(reason: Props['reason'], access: Props['access'], onRetry: () => void) {
  const queryClient = useQueryClient();
  const isAccess = reason === 'access-required' || reason === 'access-ended';
  const mayWatch = isAccess && access?.canWatch === true;
  const mightBefore = useRef(mayWatch);
  useEffect(() => {
    if (isAccess) void queryClient.invalidateQueries(competitionsQueries.anyAccess());
  }, [isAccess, queryClient]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each time the access comes.
  useEffect(() => {
    const isNew = mayWatch && !mightBefore.current;
    mightBefore.current = mayWatch;
    if (isNew) onRetry();
  }, [mayWatch]);
}

function endedText(endDate: string | null | undefined): ReactNode {
  if (!endDate) return 'It does not cover this session any more.';
  return (
    <>
      It was valid until <DateTime instant={endDate} />.
    </>
  );
}
