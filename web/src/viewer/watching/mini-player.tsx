/** The video that goes on in the corner while the viewer looks at other pages (docs/product.md, 33.7). */
import { Loader } from '@mantine/core';
import { blockPhase } from '@ringside/rules/card';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useLayoutEffect, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { useSession } from '../../identity/sessions/use-session.ts';
import { MiniButtons } from '../../media/player/mini-buttons.tsx';
import { PlayerSurface } from '../../media/player-surface.tsx';
import { watchPageSlugs } from '../../paths.ts';
import { corner } from '../../ui/corner.tsx';
import { useClock } from '../../ui/time/use-now.ts';
import { competitionsQueries } from '../competitions/competitions.queries.ts';
import classes from './mini-player.module.css';
import { useRunningWatch } from './use-running-watch.ts';
import { closeMiniWatch, keepWatch } from './watch/current-watch.ts';
import type { Watch } from './watch/watch.ts';
import type { WatchState } from './watch/watch-parts.ts';
import type { WatchRequest } from './watch/watch-request.ts';

interface Props {
  watch: Watch;
  request: WatchRequest;
  /** The address of its page. */
  visit: string;
}

/** Its page is left: a video that plays goes on in the corner. */
export function keepInCorner({ watch, request, visit }: Props) {
  const state = watch.getState();
  if (state.phase !== 'watching' || !corner.isShown()) return;
  const { isPaused, isEnded } = state.player.getState();
  if (isPaused || isEnded) return;
  keepWatch(watch, () => corner.set(null));
  corner.set({
    node: <MiniPlayer key={watch.liveStreamId} watch={watch} request={request} visit={visit} />,
    // For example in the admin area.
    onGone: () => closeMiniWatch(watch),
  });
}

/** The page did not take its video back. */
const pageComesWithinMs = 10_000;
/** There is no event stream for the corner. */
const refetchEveryMs = 20_000;

function MiniPlayer({ watch, request, visit }: Props) {
  const { pathname } = useLocation();
  const [home] = useState(() => new URL(visit, window.location.origin).pathname);
  const isHome = pathname === home;
  // The viewer has not left the page: it shows something else in the place of the video.
  const [hasLeft] = useState(!isHome);
  const { isLoggedIn } = useSession();
  useLayoutEffect(() => {
    if (!hasLeft || !isLoggedIn) closeMiniWatch(watch);
  }, [watch, hasLeft, isLoggedIn]);
  useEffect(() => {
    if (!isHome) return;
    const timer = setTimeout(() => closeMiniWatch(watch), pageComesWithinMs);
    return () => clearTimeout(timer);
  }, [watch, isHome]);

  const { title, description } = request.details;
  const slug = watchPageSlugs(home)?.competitionSlug ?? request.target.competitionId;
  const { state, isOver } = useMiniWatch(watch, request, slug);
  if (!hasLeft) return null;
  const player = state.phase === 'watching' && !isOver ? state.player : null;
  return (
    <section className={`on-stage ${classes.mini}`} aria-label={`Mini player: ${title}`} data-mini-player>
      <Link to={visit} className={classes.picture} data-picture={slug} aria-label={`Return to ${title}`}>
        {player ? <PlayerSurface player={player} /> : null}
        {state.phase === 'connecting' ? <Loader size={32} color="white" aria-hidden /> : null}
      </Link>
      <div className={classes.words}>
        <span className={classes.title}>{title}</span>
        <span className={classes.event} role="status">
          {player || state.phase === 'connecting' ? description : wordsOf(state, isOver)}
        </span>
      </div>
      <div className={classes.buttons}>
        <MiniButtons player={player} onClose={() => closeMiniWatch(watch)} />
      </div>
    </section>
  );
}

/** Follows the stream as its page does: an organiser may switch it off, and a block ends. */
function useMiniWatch(watch: Watch, { target }: WatchRequest, slug: string) {
  const { data } = useQuery({ ...competitionsQueries.detail(slug), refetchInterval: refetchEveryMs });
  const block = data?.blocks.find(({ id }) => id === target.blockId);
  const stream = block?.liveStreams.find(({ id }) => id === target.liveStreamId);
  const isPast = useClock((now) => (block && blockPhase(block, now) === 'past' ? 1 : 0)) === 1;
  const state = useRunningWatch(watch, {
    isOnAir: stream?.status !== 'inactive',
    broadcast: stream?.broadcast ?? null,
  });
  const isOver = isPast && stream?.broadcast === null && state.phase === 'watching' && state.mode === 'live';
  useEffect(() => {
    if (isOver) watch.end();
  }, [watch, isOver]);
  return { state, isOver };
}

function wordsOf({ phase }: WatchState, isOver: boolean) {
  if (isOver || phase === 'ended') return 'The broadcast has ended.';
  return phase === 'waiting' ? 'The picture will start soon.' : 'The video has stopped. Return to go on.';
}
