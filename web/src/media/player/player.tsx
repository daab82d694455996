import { type ReactNode, Suspense, startTransition, useCallback, useDeferredValue, useState } from 'react';
import { lazyPart } from '../../ui/lazy-part.ts';
import type { Cameras } from '../cameras.ts';
import { useGestures } from '../controls/use-gestures.ts';
import { useIdle } from '../controls/use-idle.ts';
import { usePlayerKeys } from '../controls/use-player-keys.ts';
import { useIsFullscreen } from '../fullscreen.ts';
import type { MediaPlayer } from '../media-player.ts';
import { PlayerSurface } from '../player-surface.tsx';
import { usePlayerState } from '../use-player-state.ts';
import classes from './player.module.css';
import { PlayerControls } from './player-controls.tsx';
import { PlayerOverlay } from './player-overlay.tsx';

const Statistics = lazyPart(() => import('../controls/statistics.tsx').then((file) => file.Statistics));

interface Props {
  player: MediaPlayer;
  /** Shown until the first frame. */
  poster: ReactNode;
  /** A message over the picture, in place of the controls; also in full screen. */
  notice?: ReactNode;
  /** A line over the picture for a viewer at the live edge. The page tells screen readers itself. */
  hint?: string | undefined;
  /** Over the upper left of the picture, while there are controls. */
  corner?: ReactNode;
  /** What can be chosen instead, where there is a choice. */
  cameras?: Cameras | undefined;
  /** Shown over the picture when a recording has come to its end; gets a function that plays it again. */
  ending?: ((onAgain: () => void) => ReactNode) | undefined;
  /** Another camera has been chosen and comes in a moment. */
  isChanging?: boolean;
}

/**
 * The player on screen: video, overlay and controls. It is dark in both colour schemes. The video element belongs to
 * `player` and outlives this component.
 */
export function Player({ player, poster, notice, hint, corner, isChanging = false, ...offers }: Props) {
  const { cameras, ending } = offers;
  const [frame, setFrame] = useState<HTMLElement | null>(null);
  // Not within the commit that shows the picture: what needs the frame comes right after it.
  const keepFrame = useCallback(
    (element: HTMLElement | null) => startTransition(() => setFrame(element)),
    [],
  );
  const isFullscreen = useIsFullscreen(frame);
  const isPaused = usePlayerState(player, (state) => state.isPaused);
  const hasFrame = usePlayerState(player, (state) => state.hasFrame);
  const isEnded = usePlayerState(player, (state) => state.isEnded);
  const end = isEnded && !isChanging && !notice ? ending?.(player.play) : null;
  const title = usePlayerState(player, (state) => state.title);
  const idle = useIdle(frame, { mayHide: (!isPaused || isChanging) && hasFrame && !notice });
  const gestures = useGestures(player, frame, idle);
  const [hasStatistics, setHasStatistics] = useState(false);
  const onStatistics = useCallback(() => setHasStatistics((isShown) => !isShown), []);
  usePlayerKeys(player, frame, { onUsed: idle.show, onStatistics });
  // The picture has priority: the overlay and the controls are rendered right after it.
  const hasSurface = useDeferredValue(true, false);

  return (
    <section
      ref={keepFrame}
      className={`on-stage ${classes.frame}`}
      data-player
      aria-label={`Video player: ${title}`}
      data-idle={idle.isIdle || undefined}
      data-fullscreen={isFullscreen || undefined}
    >
      <PlayerSurface player={player} />
      {hasFrame ? null : <div className={classes.poster}>{poster}</div>}
      {notice ? (
        <div className={classes.notice} role="status">
          {notice}
        </div>
      ) : (
        <div className={classes.touchArea} {...gestures.handlers} />
      )}
      {end ? <div className={classes.notice}>{end}</div> : null}
      {hasSurface && !notice ? (
        <>
          <PlayerOverlay
            player={player}
            seekFeedback={gestures.feedback}
            hint={hint}
            isQuiet={isChanging || Boolean(end)}
            isWaiting={isChanging}
          />
          {hasStatistics ? (
            <Suspense fallback={null}>
              <Statistics player={player} onClose={onStatistics} />
            </Suspense>
          ) : null}
          <PlayerControls
            player={player}
            frame={frame}
            isFullscreen={isFullscreen}
            cameras={cameras}
            statistics={{ isShown: hasStatistics, toggle: onStatistics }}
          />
          {corner}
        </>
      ) : null}
    </section>
  );
}
