import { Loader } from '@mantine/core';
import type { ReactNode } from 'react';
import type { BlockAccess } from '../competitions/competition-types.ts';
import { MediaError } from '../media/media-error.tsx';
import { Player } from '../media/player.tsx';
import { Stage } from '../media/stage.tsx';
import { useWatch } from './use-watch.ts';
import { WatchRefused } from './watch-refused.tsx';
import type { WatchRequest } from './watch-request.ts';
import classes from './watch-stage.module.css';

interface Props {
  request: WatchRequest;
  poster: ReactNode;
  access: BlockAccess | undefined;
  /** Names the navigation that led here. */
  visit: string;
}

/** One stream: a spinner while it connects, then the player, or a message when it cannot play. */
export function WatchStage({ request, poster, access, visit }: Props) {
  const { state, reload } = useWatch(request, visit);
  if (state.phase === 'watching') return <Player player={state.player} poster={poster} />;
  if (state.phase === 'connecting') {
    return (
      <Stage poster={poster}>
        <Loader className={classes.connecting} size={52} color="white" aria-label="Loading" />
      </Stage>
    );
  }
  return (
    <Stage poster={poster} isDimmed>
      {state.reason === 'media' ? (
        <MediaError onReload={reload} />
      ) : (
        <WatchRefused reason={state.reason} access={access} onRetry={reload} />
      )}
    </Stage>
  );
}
