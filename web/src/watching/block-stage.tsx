import { Button } from '@mantine/core';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { blockPhase, streamToShow } from '../competitions/card.ts';
import type { Block, Competition } from '../competitions/competition-types.ts';
import { useBlockAccess } from '../competitions/use-access.ts';
import { Stage } from '../media/stage.tsx';
import { EventPicture } from '../ui/pictures/event-picture.tsx';
import { useNow } from '../ui/time/use-now.ts';
import { ScheduledStage } from './scheduled-stage.tsx';
import { StageMessage } from './stage-message.tsx';
import { watchRequest } from './watch-request.ts';
import { WatchStage } from './watch-stage.tsx';

interface Props {
  competition: Competition;
  block: Block;
  visit: string;
  /** The page of the replay, if this page shows only live blocks; without it the replay plays here. */
  replayHref?: string;
}

/** A block in its current state: scheduled, live, over or replay. It changes with the clock. */
export function BlockStage({ competition, block, visit, replayHref }: Props) {
  const phase = blockPhase(block, useNow());
  const access = useBlockAccess(competition.slug, block.id);
  const [search] = useSearchParams();
  const stream = streamToShow(block, search.get('stream'));
  const [wasLive, setWasLive] = useState(false);
  if (phase === 'live' && !wasLive) setWasLive(true);

  const { pictureId, timezone } = competition;
  const poster = <EventPicture pictureId={pictureId} sizes="100vw" isPriority />;
  if (phase === 'upcoming') {
    return <ScheduledStage block={block} timezone={timezone} poster={poster} access={access} />;
  }
  if (phase === 'past' && (wasLive || replayHref)) {
    return (
      <Stage poster={poster} isDimmed>
        <StageMessage
          title={`${block.name} is over`}
          action={stream ? <ReplayButton href={replayHref} onClick={() => setWasLive(false)} /> : null}
        >
          {wasLive ? 'Thank you for watching.' : 'Watch it again whenever you like.'}
        </StageMessage>
      </Stage>
    );
  }
  if (!stream) {
    return (
      <Stage poster={poster} isDimmed>
        {phase === 'live' ? (
          <StageMessage title="The stream starts in a moment">
            Stay here: the picture comes by itself as soon as it is on air.
          </StageMessage>
        ) : (
          <StageMessage title="No replay yet">The recording of this block is not available.</StageMessage>
        )}
      </Stage>
    );
  }
  return (
    <WatchStage
      key={`${stream.id}/${phase}`}
      request={watchRequest(competition, block, stream)}
      poster={poster}
      access={access}
      visit={visit}
    />
  );
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
