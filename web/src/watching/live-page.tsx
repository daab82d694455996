import { useState } from 'react';
import { useParams } from 'react-router';
import { paths } from '../app/paths.ts';
import { blockToShow, liveBlock } from '../competitions/card.ts';
import type { Competition } from '../competitions/competition-types.ts';
import { useCompetition } from '../competitions/use-competition.ts';
import { preloadHls } from '../media/engine/load-hls.ts';
import { EmptyState, ErrorState } from '../ui/state-panel.tsx';
import { useNow } from '../ui/time/use-now.ts';
import { BlockStage } from './block-stage.tsx';
import { useEarlySession, useVisit } from './use-visit.ts';
import { WatchLayout, WatchSkeleton } from './watch-layout.tsx';

// hls.js loads in parallel with the data.
preloadHls();

/** Shows the block of the competition that is live now; before and after it, a countdown or the replay. */
export default function LivePage() {
  const { competitionSlug = '' } = useParams();
  const visit = useVisit();
  const { data: competition, isError, refetch } = useCompetition(competitionSlug, { isWatched: true });
  // The session starts before the card has loaded; after that, only if a block is live.
  const isWanted = competition ? liveBlock(competition, Date.now()) !== undefined : !isError;
  useEarlySession(visit, isWanted);

  if (competition) return <LiveContent competition={competition} visit={visit} />;
  return isError ? <ErrorState onRetry={refetch} /> : <WatchSkeleton />;
}

function LiveContent({ competition, visit }: { competition: Competition; visit: string }) {
  const now = useNow();
  const [watchedId, setWatchedId] = useState<string>();
  const block = blockToShow(competition, now, watchedId);
  if (block && liveBlock(competition, now)?.id === block.id && watchedId !== block.id) setWatchedId(block.id);
  if (!block) {
    return (
      <EmptyState title="The card is not out yet">
        The blocks of {competition.name} are announced here as soon as they are set.
      </EmptyState>
    );
  }
  return (
    <WatchLayout
      competition={competition}
      block={block}
      stage={
        <BlockStage
          key={block.id}
          competition={competition}
          block={block}
          visit={visit}
          replayHref={paths.block.href(competition.slug, block.slug)}
        />
      }
    />
  );
}
