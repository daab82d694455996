import { Button } from '@mantine/core';
import { blockAfter, blockPhase, isRecorded, streamToShow } from '@ringside/rules/card';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { useSession } from '../../../identity/sessions/use-session.ts';
import { Stage } from '../../../media/stage.tsx';
import { EventPicture } from '../../../ui/pictures/event-picture.tsx';
import { useClock } from '../../../ui/time/use-now.ts';
import type { Block, Competition, LiveStream } from '../../competitions/competition-types.ts';
import { useBlockAccess } from '../../competitions/use-access.ts';
import { TicketAction } from '../../shop/tickets/ticket-action.tsx';
import { useCameras } from '../use-cameras.ts';
import { useNeedsTicket } from '../use-needs-ticket.ts';
import { watchRequest } from '../watch/watch-request.ts';
import { NothingRecorded } from './broadcast-messages.tsx';
import { Ending, NextLink } from './ending.tsx';
import { ScheduledStage } from './scheduled-stage.tsx';
import { SignInStage } from './sign-in-stage.tsx';
import { StageMessage } from './stage-message.tsx';
import { WatchStage } from './watch-stage.tsx';

interface Props {
  competition: Competition;
  block: Block;
  visit: string;
  /** The page of the replay, if this page shows only live blocks; without it the replay plays here. */
  replayHref?: string;
}

/** A block in its current state: scheduled, live, over or replay. It changes with the clock and with the encoder. */
export function BlockStage({ competition, block, visit, replayHref }: Props) {
  const { isLoggedIn } = useSession();
  const phase = useClock((now) => blockPhase(block, now));
  const access = useBlockAccess(competition.slug, block.id);
  const [search] = useSearchParams();
  const active = streamToShow(block, {
    chosenId: search.get('stream'),
    featuredId: competition.featuredStreamId,
  });
  const next = blockAfter(competition, block);
  const isNextLive = useClock((now) => (next && blockPhase(next, now) === 'live' ? 1 : 0)) === 1;
  const cameras = useCameras(block, competition.featuredStreamId);
  const [wasLive, setWasLive] = useState(false);
  if (phase === 'live' && !wasLive) setWasLive(true);
  // When a live stream is switched off, its last frame stays until it, or another one, is on air.
  const [liveStream, setLiveStream] = useState<LiveStream>();
  if (phase === 'live' && active && active.id !== liveStream?.id) setLiveStream(active);
  const stream = active ?? (phase === 'live' ? liveStream : undefined);

  const isSold = block.stripePriceId !== null || competition.stripePriceId !== null;
  const needsTicket = useNeedsTicket(competition.slug, block) && isSold;
  const tickets = needsTicket ? <TicketAction competition={competition} blockId={block.id} /> : null;
  const { pictureId } = competition;
  const poster = <EventPicture pictureId={pictureId} sizes="100vw" isPriority />;
  if (phase === 'upcoming') {
    return <ScheduledStage {...{ competition, block, poster, access, tickets }} />;
  }
  const replay = stream && isRecorded(stream) ? stream : undefined;
  // Who has watched the broadcast of an encoder stays: its replay follows by itself.
  const goesOn = wasLive && replay?.broadcast === 'ended';
  if (phase === 'past' && (wasLive || replayHref) && !goesOn) {
    return (
      <Stage poster={poster} isDimmed>
        <StageMessage
          title={`${block.name} is over`}
          action={
            <>
              {isNextLive && next ? <NextLink competition={competition} next={next} /> : null}
              {replay ? <ReplayButton href={replayHref} onClick={() => setWasLive(false)} /> : null}
              {!isNextLive && next ? <NextLink competition={competition} next={next} /> : null}
            </>
          }
        >
          {overText({
            wasLive,
            stream,
            hasReplay: replay !== undefined,
            mayWatch: access?.canWatch !== false,
          })}
        </StageMessage>
      </Stage>
    );
  }
  if (!stream || (phase === 'past' && !replay)) {
    return (
      <Stage poster={poster} isDimmed>
        {phase === 'live' ? (
          <StageMessage title="The stream starts in a moment">
            Stay here: the picture comes by itself as soon as it is on air.
          </StageMessage>
        ) : (
          <NoReplay stream={stream} />
        )}
      </Stage>
    );
  }
  if (!isLoggedIn) return <SignInStage {...{ block, poster, tickets }} />;
  return (
    <WatchStage
      // Another camera of the same kind goes on in the same player.
      key={stream.broadcast === null ? phase : 'encoder'}
      request={watchRequest(competition, block, stream)}
      poster={poster}
      access={access}
      tickets={tickets}
      visit={visit}
      isOnAir={active !== undefined}
      broadcast={stream.broadcast}
      cameras={cameras}
      ending={next && ((onAgain) => <Ending competition={competition} next={next} onAgain={onAgain} />)}
    />
  );
}

function overText({
  wasLive,
  stream,
  hasReplay,
  mayWatch,
}: {
  wasLive: boolean;
  stream: LiveStream | undefined;
  hasReplay: boolean;
  mayWatch: boolean;
}) {
  if (stream?.broadcast === 'ended' && !hasReplay) return 'Nothing was recorded, so there is no replay.';
  if (wasLive) return 'Thank you for watching.';
  return mayWatch ? 'Watch it again whenever you like.' : 'The replay is for viewers with access.';
}

function NoReplay({ stream }: { stream: LiveStream | undefined }) {
  if (stream?.broadcast === 'ended') return <NothingRecorded />;
  return <StageMessage title="No replay yet">The recording of this session is not available.</StageMessage>;
}

function ReplayButton({ href, onClick }: { href: string | undefined; onClick: () => void }) {
  const label = 'Watch the replay';
  if (!href) return <Button onClick={onClick}>{label}</Button>;
  return (
    <Button component={Link} to={href}>
      {label}
    </Button>
  );
}
