import type { MediaPlayer } from '../media-player.ts';
import { usePlayerState } from '../use-player-state.ts';
import classes from './live-button.module.css';
import { clockText } from './time-text.ts';

/** Red at the live edge; grey behind it, where a press goes back to the edge. */
export function LiveButton({ player }: { player: MediaPlayer }) {
  const isAtEdge = usePlayerState(player, (state) => state.isAtEdge && !state.isPaused);
  const behind = usePlayerState(player, (state) => clockText(state.windowEnd - state.currentTime));
  return (
    <div className={classes.live} data-live-button>
      <button
        type="button"
        className={classes.button}
        data-at-edge={isAtEdge || undefined}
        onClick={player.goLive}
      >
        <span className={classes.dot} aria-hidden />
        {isAtEdge ? 'Live' : 'Go live'}
      </button>
      {isAtEdge ? null : (
        <span className={classes.behind} aria-hidden>
          -{behind}
        </span>
      )}
    </div>
  );
}
