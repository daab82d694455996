import type { MediaPlayer } from '../media-player.ts';
import { usePlayerState } from '../use-player-state.ts';
import { Slider } from './slider.tsx';
import { clockText, positionText } from './time-text.ts';

const stepS = 5;
/** A live window shorter than this is no use to move in. */
const shortestWindowS = 10;

/** The whole of a recording, or what a live stream still holds of its last minute or hours. */
export function SeekBar({ player }: { player: MediaPlayer }) {
  const start = usePlayerState(player, (state) => state.windowStart);
  const end = usePlayerState(player, (state) => state.windowEnd);
  const isLive = usePlayerState(player, (state) => state.isLive);
  const isAtEdge = usePlayerState(player, (state) => state.isAtEdge);
  const currentTime = usePlayerState(player, (state) => state.currentTime);
  const bufferedEnd = usePlayerState(player, (state) => state.bufferedEnd);
  const window = { start, end, isLive };

  if (end - start < shortestWindowS) return null;
  return (
    <Slider
      label="Position"
      min={start}
      max={end}
      // At the edge the picture breathes by a second or two; the bar stays full.
      value={isLive && isAtEdge ? end : currentTime}
      step={stepS}
      secondary={bufferedEnd}
      valueText={(value) => positionText(value, window)}
      hint={(value) => hintText(value, window)}
      onCommit={player.seekTo}
    />
  );
}

function hintText(value: number, { start, end, isLive }: { start: number; end: number; isLive: boolean }) {
  if (!isLive) return clockText(value - start);
  return end - value < 1 ? 'Live' : `-${clockText(end - value)}`;
}
