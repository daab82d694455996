import { type ReactNode, useDeferredValue, useState } from 'react';
import { PlayerControls } from './controls/player-controls.tsx';
import { PlayerOverlay } from './controls/player-overlay.tsx';
import { useGestures } from './controls/use-gestures.ts';
import { useIdle } from './controls/use-idle.ts';
import { usePlayerKeys } from './controls/use-player-keys.tsx';
import { useIsFullscreen } from './fullscreen.ts';
import type { MediaPlayer } from './media-player.ts';
import classes from './player.module.css';
import { PlayerSurface } from './player-surface.tsx';
import { usePlayerState } from './use-player-state.ts';

interface Props {
  player: MediaPlayer;
  /** Shown until the first frame. */
  poster: ReactNode;
}

/**
 * The player on screen: video, overlay and controls. It is dark in both colour schemes. The video element belongs to
 * `player` and outlives this component.
 */
export function Player({ player, poster }: Props) {
  const [frame, setFrame] = useState<HTMLElement | null>(null);
  const isFullscreen = useIsFullscreen(frame);
  const isPaused = usePlayerState(player, (state) => state.isPaused);
  const hasFrame = usePlayerState(player, (state) => state.hasFrame);
  const title = usePlayerState(player, (state) => state.title);
  const idle = useIdle(frame, { mayHide: !isPaused && hasFrame });
  const gestures = useGestures(player, frame, idle);
  usePlayerKeys(player, frame, idle.show);
  // The picture has priority: the overlay and the controls are rendered right after it.
  const hasSurface = useDeferredValue(true, false);

  return (
    <section
      ref={setFrame}
      className={classes.frame}
      aria-label={`Video player: ${title}`}
      data-idle={idle.isIdle || undefined}
      data-fullscreen={isFullscreen || undefined}
    >
      <PlayerSurface player={player} />
      {hasFrame ? null : <div className={classes.poster}>{poster}</div>}
      <div className={classes.touchArea} {...gestures.handlers} />
      {hasSurface ? (
        <>
          <PlayerOverlay player={player} seekFeedback={gestures.feedback} />
          <PlayerControls player={player} frame={frame} isFullscreen={isFullscreen} />
        </>
      ) : null}
    </section>
  );
}
