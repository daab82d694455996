import type { MediaPlayer } from '../../../media/media-player.ts';

/** A viewer at the edge is this far behind the end at most. */
const longestMs = 6000;

/**
 * Calls `onDone` when the player has shown the last picture of a broadcast that has ended: at its end, when no more
 * comes, and in any case after a few seconds.
 * @returns a function that gives up waiting.
 */
export function whenPlayedOut(player: Pick<MediaPlayer, 'getState' | 'subscribe'>, onDone: () => void) {
  const isDone = () => {
    const { hasFrame, isEnded, isBuffering, isPaused } = player.getState();
    return !hasFrame || isEnded || isBuffering || isPaused;
  };
  const cancel = () => {
    clearTimeout(timer);
    stopListening();
  };
  const end = () => {
    cancel();
    onDone();
  };
  const stopListening = player.subscribe(() => {
    if (isDone()) end();
  });
  const timer = setTimeout(end, isDone() ? 0 : longestMs);
  return cancel;
}

/** At the edge, playback is a few seconds behind it. */
const behindS = 20;

/** True for a viewer who has gone back on purpose: they do not see the end of the broadcast. */
export function isBehind({ getState }: Pick<MediaPlayer, 'getState'>): boolean {
  const { windowEnd, currentTime } = getState();
  return windowEnd - currentTime > behindS;
}
