import { IconVolume, IconVolume2, IconVolumeOff } from '@tabler/icons-react';
import type { MediaPlayer } from '../media-player.ts';
import { usePlayerState } from '../use-player-state.ts';
import { ControlButton } from './control-button.tsx';
import { Slider } from './slider.tsx';
import classes from './volume-control.module.css';

const percentText = (level: number) => `${Math.round(level * 100)} %`;

/** Mute button and volume slider. Touch devices have keys for the volume, so they get no slider. */
export function VolumeControl({ player }: { player: MediaPlayer }) {
  const volume = usePlayerState(player, (state) => state.volume);
  const isMuted = usePlayerState(player, (state) => state.isMuted);
  const Icon = isMuted ? IconVolumeOff : volume < 0.5 ? IconVolume2 : IconVolume;
  return (
    <div className={classes.control}>
      <ControlButton
        label={isMuted ? 'Unmute' : 'Mute'}
        shortcut="M"
        onClick={() => player.setMuted(!isMuted)}
      >
        <Icon size={24} stroke={1.75} aria-hidden />
      </ControlButton>
      <div className={classes.slider}>
        <Slider
          label="Volume"
          min={0}
          max={1}
          step={0.05}
          value={isMuted ? 0 : volume}
          valueText={percentText}
          onMove={player.setVolume}
          onCommit={player.setVolume}
        />
      </div>
    </div>
  );
}
