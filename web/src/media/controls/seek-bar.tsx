import type { MediaPlayer } from '../media-player.ts';
import { usePlayerState } from '../use-player-state.ts';
import { Slider } from './slider.tsx';
import { clockText, positionText } from './time-text.ts';

const stepS = 5;
/** A shorter live window has no seek bar. */
const shortestWindowS = 10;

/** Seeks in a recording or in the DVR window of a live stream. */
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
      // At the edge the latency varies by a second or two; the bar stays full.
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
