import { IconGauge } from '@tabler/icons-react';
import type { MediaPlayer } from '../../media-player.ts';
import { usePlayerState } from '../../use-player-state.ts';
import type { Option } from './option-menu.tsx';

const rates = [0.5, 0.75, 1, 1.25, 1.5, 2];
const choices = rates.map((rate) => ({ value: rate, label: rate === 1 ? 'Normal' : `${rate}×` }));

/** The speed of a recording. A live stream has only one speed. */
export function useSpeedOption(player: MediaPlayer): Option<number> | null {
  const rate = usePlayerState(player, (state) => state.playbackRate);
  const isRecording = usePlayerState(player, (state) => state.windowEnd > 0 && !state.isLive);
  if (!isRecording) return null;
  return {
    name: 'Speed',
    text: `${rate}×`,
    icon: <IconGauge size={24} stroke={1.75} aria-hidden />,
    choices,
    value: rate,
    onChange: player.setRate,
  };
}
