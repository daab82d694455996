import { blockPhase, blockToShow } from '@ringside/rules/card';
import { useState } from 'react';
import { useParams, useSearchParams } from 'react-router';
import { session } from '../../../identity/sessions/current-session.ts';
import { useSession } from '../../../identity/sessions/use-session.ts';
import { preloadHls } from '../../../media/engine/load-hls.ts';
import { paths } from '../../../paths.ts';
import { FailedPage } from '../../../ui/page/failed-page.tsx';
import { EmptyState } from '../../../ui/state/state-panel.tsx';
import { useClock } from '../../../ui/time/use-now.ts';
import type { Competition } from '../../competitions/competition-types.ts';
import { useCompetition } from '../../competitions/use-competition.ts';
import { BlockStage } from '../stage/block-stage.tsx';
import { isPlaying } from '../watch/current-watch.ts';
import { useEarlySession, useVisit } from './use-visit.ts';
import { WatchLayout, WatchSkeleton } from './watch-layout.tsx';

// hls.js loads in parallel with the data. A visitor sees no video.
if (session.read().isLoggedIn) preloadHls();

/** Shows the block of the competition that is live now; before and after it, a countdown or the replay. */
export default function LivePage() {
  const { competitionSlug = '' } = useParams();
  const visit = useVisit();
  const { data: competition, isFailed, refetch } = useCompetition(competitionSlug, { isPlaying });
  const { isLoggedIn } = useSession();
  useEarlySession(competitionSlug, isLoggedIn && !competition && !isFailed);

  if (competition) return <LiveContent competition={competition} visit={visit} />;
  return isFailed ? <FailedPage onRetry={refetch} /> : <WatchSkeleton slug={competitionSlug} />;
}

function LiveContent({ competition, visit }: { competition: Competition; visit: string }) {
  const [watchedId, setWatchedId] = useState<string>();
  const [search] = useSearchParams();
  const wishes = { watchedId, chosenId: search.get('stream') };
  const blockId = useClock((now) => blockToShow(competition, now, wishes)?.id ?? '');
  const block = competition.blocks.find(({ id }) => id === blockId);
  const isLive = useClock((now) => (block && blockPhase(block, now) === 'live' ? 1 : 0)) === 1;
  if (block && isLive && watchedId !== block.id) setWatchedId(block.id);
  if (!block) {
    return (
      <EmptyState title="The card is not out yet">
        The sessions of {competition.name} are announced here as soon as they are set.
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
