import { findBlock } from '@ringside/rules/card';
import { useLocation, useParams } from 'react-router';
import { session } from '../../../identity/sessions/current-session.ts';
import { preloadHls } from '../../../media/engine/load-hls.ts';
import { FailedPage } from '../../../ui/page/failed-page.tsx';
import { pageNotFound } from '../../../ui/page/page-error.ts';
import { useCompetition } from '../../competitions/use-competition.ts';
import { BlockStage } from '../stage/block-stage.tsx';
import { isPlaying } from '../watch/current-watch.ts';
import { useVisit } from './use-visit.ts';
import { WatchLayout, WatchSkeleton } from './watch-layout.tsx';

// hls.js loads in parallel with the data. A visitor sees no video.
if (session.read().isLoggedIn) preloadHls();

/** One block: its countdown, its live stream or its replay. */
export default function BlockPage() {
  const { competitionSlug = '', blockSlug = '' } = useParams();
  const { pathname } = useLocation();
  const visit = useVisit();
  const { data: competition, isFailed, refetch } = useCompetition(competitionSlug, { isPlaying });
  if (!competition)
    return isFailed ? <FailedPage onRetry={refetch} /> : <WatchSkeleton slug={competitionSlug} />;

  const block = findBlock(competition, blockSlug);
  if (!block) throw pageNotFound(pathname);
  return (
    <WatchLayout
      competition={competition}
      block={block}
      stage={<BlockStage key={block.id} competition={competition} block={block} visit={visit} />}
    />
  );
}
