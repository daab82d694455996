import { IconGauge } from '@tabler/icons-react';
import type { MediaPlayer } from '../media-player.ts';
import { usePlayerState } from '../use-player-state.ts';
import { OptionMenu } from './option-menu.tsx';

const rates = [0.5, 0.75, 1, 1.25, 1.5, 2];
const options = rates.map((rate) => ({ value: rate, label: rate === 1 ? 'Normal' : `${rate}×` }));

/** The speed of a recording. A live stream has only one speed. */
export function SpeedMenu({ player }: { player: MediaPlayer }) {
  const rate = usePlayerState(player, (state) => state.playbackRate);
  return (
    <OptionMenu
      name="Speed"
      text={`${rate}×`}
      icon={<IconGauge size={24} stroke={1.75} aria-hidden />}
      options={options}
      value={rate}
      onChange={player.setRate}
    />
  );
}
