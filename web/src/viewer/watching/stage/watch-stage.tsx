import { Loader } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Cameras } from '../../../media/cameras.ts';
import { MediaError } from '../../../media/media-error.tsx';
import { Player } from '../../../media/player/player.tsx';
import { PlayerSurface } from '../../../media/player-surface.tsx';
import { Stage } from '../../../media/stage.tsx';
import type { BlockAccess, Broadcast } from '../../competitions/competition-types.ts';
import { BroadcastNews } from '../broadcast-news.tsx';
import { isWaiting } from '../use-running-watch.ts';
import { useWatch } from '../use-watch.ts';
import type { WatchRequest } from '../watch/watch-request.ts';
import {
  BroadcastEnded,
  BroadcastInterrupted,
  BroadcastWaiting,
  interruptedTitle,
} from './broadcast-messages.tsx';
import { ContinuedNotice } from './continued-notice.tsx';
import { DeviceChoice } from './device-choice.tsx';
import { OffAir } from './off-air.tsx';
import { WatchRefused } from './watch-refused.tsx';
import classes from './watch-stage.module.css';

interface Props {
  request: WatchRequest;
  poster: ReactNode;
  access: BlockAccess | undefined;
  /** The way to a ticket, for a viewer who needs one. */
  tickets: ReactNode;
  /** Names the navigation that led here. */
  visit: string;
  /** False while the organiser has switched the stream off: the last frame stays under a message. */
  isOnAir: boolean;
  broadcast: Broadcast;
  /** The streams of the block, where there are several. */
  cameras: Cameras | undefined;
  /** What is offered after a replay. */
  ending: ((onAgain: () => void) => ReactNode) | undefined;
}

/** One stream: a spinner while it connects, then the player, or a message when it cannot play. */
export function WatchStage(props: Props) {
  return (
    <>
      <BroadcastNews broadcast={props.broadcast} />
      <StageOfWatch {...props} />
    </>
  );
}

function StageOfWatch({
  request,
  poster,
  access,
  tickets,
  visit,
  isOnAir,
  broadcast,
  cameras,
  ending,
}: Props) {
  const { state, previous, reload } = useWatch(request, visit, { isOnAir, broadcast });
  const isInterrupted = broadcast === 'interrupted';
  if (state.phase === 'watching') {
    const hint = isInterrupted && state.mode === 'live' ? interruptedTitle : undefined;
    return (
      <Player
        player={state.player}
        poster={previous ? <PlayerSurface player={previous} /> : poster}
        notice={isOnAir ? null : <OffAir />}
        hint={hint}
        corner={
          state.continued ? <ContinuedNotice continued={state.continued} player={state.player} /> : null
        }
        cameras={cameras}
        ending={state.mode === 'replay' ? ending : undefined}
      />
    );
  }
  // The picture of the camera before stays, and full screen too, until that of the next one comes.
  if (state.phase === 'connecting' && previous) {
    return <Player player={previous} poster={null} cameras={cameras} isChanging />;
  }
  if (!isOnAir && isWaiting(state)) {
    return (
      <Stage poster={poster} isDimmed>
        <OffAir />
      </Stage>
    );
  }
  if (state.phase === 'connecting') {
    return (
      <Stage poster={poster}>
        <Loader className={classes.connecting} size={52} color="white" aria-label="Loading" />
      </Stage>
    );
  }
  return (
    <Stage poster={poster} isDimmed>
      <MessageOf
        state={state}
        access={access}
        tickets={tickets}
        isInterrupted={isInterrupted}
        onRetry={reload}
      />
    </Stage>
  );
}

interface MessageProps {
  state: Exclude<ReturnType<typeof useWatch>['state'], { phase: 'watching' | 'connecting' }>;
  access: BlockAccess | undefined;
  tickets: ReactNode;
  isInterrupted: boolean;
  onRetry: (inPlaceOf?: string) => void;
}

function MessageOf({ state, access, tickets, isInterrupted, onRetry }: MessageProps) {
  if (state.phase === 'ended')
    return <BroadcastEnded isReplayComing={state.isReplayComing} onWatch={() => onRetry()} />;
  if (state.phase === 'waiting') {
    // Nobody asks for the address yet, so the server has not said it.
    const reason = access?.reason ?? null;
    if (reason === null || reason === 'stream-inactive') return <BroadcastWaiting />;
    return <WatchRefused reason={reason} access={access} tickets={tickets} onRetry={() => onRetry()} />;
  }
  if (state.phase === 'asking') return <DeviceChoice onWatch={onRetry} isAsking />;
  if (state.reason === 'media') return <MediaError onReload={() => onRetry()} />;
  if (state.reason === 'device-limit') return <DeviceChoice onWatch={onRetry} isAsking={false} />;
  if (state.reason === 'unreachable' && isInterrupted) return <BroadcastInterrupted />;
  return <WatchRefused reason={state.reason} access={access} tickets={tickets} onRetry={() => onRetry()} />;
}
