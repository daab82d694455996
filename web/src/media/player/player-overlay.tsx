import { Loader } from '@mantine/core';
import {
  IconPlayerPlayFilled,
  IconPlayerTrackNextFilled,
  IconPlayerTrackPrevFilled,
  IconPlugConnectedX,
  IconVolumeOff,
} from '@tabler/icons-react';
import { useDelayed } from '../controls/use-delayed.ts';
import type { SeekFeedback } from '../controls/use-gestures.ts';
import type { MediaPlayer } from '../media-player.ts';
import { usePlayerState } from '../use-player-state.ts';
import classes from './player-overlay.module.css';

interface Props {
  player: MediaPlayer;
  seekFeedback: SeekFeedback | null;
  /** Why the picture has stopped, for a viewer at the live edge; the page tells screen readers. */
  hint: string | undefined;
  /** Another camera comes in a moment. */
  isWaiting: boolean;
  /** Something else than the paused video is offered. */
  isQuiet: boolean;
}

/** The spinner appears only after this time of buffering. */
const bufferingDelayMs = 500;
/** After this time of buffering the viewer sees "Reconnecting", whatever the cause. */
const interruptedDelayMs = 5000;
/** Who is further behind the edge sees the picture from before. */
const hintedWithinS = 20;

/** The messages and buttons over the picture: loading, reconnecting, play and unmute. */
export function PlayerOverlay({ player, seekFeedback, hint, isWaiting: isChanging, isQuiet }: Props) {
  const isWaiting = usePlayerState(player, (state) => state.isBuffering) || isChanging;
  const isBuffering = useDelayed(isWaiting, bufferingDelayMs);
  const isInterrupted = useDelayed(isWaiting, interruptedDelayMs);
  const isReconnecting = usePlayerState(player, (state) => state.isReconnecting) || isInterrupted;
  const isHinted = usePlayerState(
    player,
    (state) => hint !== undefined && state.windowEnd - state.currentTime < hintedWithinS,
  );
  const hasChanged = usePlayerState(player, (state) => state.hasChanged);
  const isPaused = usePlayerState(player, (state) => state.isPaused);
  const autoplay = usePlayerState(player, (state) => state.autoplay);
  return (
    <div className={classes.overlay}>
      <div className={classes.message} role="status">
        {isReconnecting && !isHinted ? (
          <span className={classes.reconnecting}>
            <Loader size={16} color="white" aria-hidden /> Reconnecting
          </span>
        ) : null}
        {hasChanged && !isReconnecting ? (
          <span className={classes.hint}>The organiser has changed this replay</span>
        ) : null}
      </div>
      {isHinted ? (
        <div className={classes.message}>
          <span className={classes.hint}>
            <IconPlugConnectedX size={18} aria-hidden /> {hint}
          </span>
        </div>
      ) : null}
      {isBuffering && !isReconnecting && !isHinted ? (
        <Loader className={classes.center} size={52} color="white" aria-label="Loading" />
      ) : null}
      {isPaused && !isQuiet ? (
        <button type="button" className={`${classes.center} ${classes.bigPlay}`} onClick={player.play}>
          <IconPlayerPlayFilled aria-hidden />
          <span className={classes.hiddenName}>Play video</span>
        </button>
      ) : null}
      {autoplay === 'muted' ? (
        <button type="button" className={classes.unmute} onClick={() => player.setMuted(false)}>
          <IconVolumeOff size={20} aria-hidden /> Unmute
        </button>
      ) : null}
      {seekFeedback ? (
        <span key={seekFeedback.id} className={classes.seek} data-side={seekFeedback.side} aria-hidden>
          {seekFeedback.side === 'left' ? <IconPlayerTrackPrevFilled /> : <IconPlayerTrackNextFilled />}
          {seekFeedback.seconds} s
        </span>
      ) : null}
    </div>
  );
}
