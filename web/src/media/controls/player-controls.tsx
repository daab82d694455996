import {
  IconMaximize,
  IconMinimize,
  IconPictureInPicture,
  IconPlayerPauseFilled,
  IconPlayerPlayFilled,
} from '@tabler/icons-react';
import { toggleFullscreen } from '../fullscreen.ts';
import type { MediaPlayer } from '../media-player.ts';
import { usePlayerState } from '../use-player-state.ts';
import { canPictureInPicture } from '../video-element.ts';
import { ControlButton } from './control-button.tsx';
import { LiveButton } from './live-button.tsx';
import classes from './player-controls.module.css';
import { QualityMenu } from './quality-menu.tsx';
import { SeekBar } from './seek-bar.tsx';
import { SpeedMenu } from './speed-menu.tsx';
import { clockText } from './time-text.ts';
import { VolumeControl } from './volume-control.tsx';

interface Props {
  player: MediaPlayer;
  frame: HTMLElement | null;
  isFullscreen: boolean;
}

/** The control bar at the bottom of the picture. */
export function PlayerControls({ player, frame, isFullscreen }: Props) {
  const isLive = usePlayerState(player, (state) => state.isLive);
  const isKnown = usePlayerState(player, (state) => state.windowEnd > 0);
  const FullscreenIcon = isFullscreen ? IconMinimize : IconMaximize;
  return (
    <div className={classes.controls} data-controls>
      <div className={classes.seek}>
        <SeekBar player={player} />
      </div>
      <div className={classes.bar}>
        <PlayButton player={player} />
        <VolumeControl player={player} />
        {isKnown ? (
          <div className={classes.time}>
            {isLive ? <LiveButton player={player} /> : <Clock player={player} />}
          </div>
        ) : null}
        <div className={classes.space} />
        {isKnown && !isLive ? <SpeedMenu player={player} /> : null}
        <QualityMenu player={player} />
        {canPictureInPicture() ? <PictureInPictureButton player={player} /> : null}
        <ControlButton
          label={isFullscreen ? 'Leave full screen' : 'Full screen'}
          shortcut="F"
          onClick={() => frame && void toggleFullscreen(frame, player.video)}
        >
          <FullscreenIcon size={24} stroke={1.75} aria-hidden />
        </ControlButton>
      </div>
    </div>
  );
}

function PlayButton({ player }: { player: MediaPlayer }) {
  const isPaused = usePlayerState(player, (state) => state.isPaused);
  const Icon = isPaused ? IconPlayerPlayFilled : IconPlayerPauseFilled;
  return (
    <ControlButton
      label={isPaused ? 'Play' : 'Pause'}
      shortcut="K"
      onClick={isPaused ? player.play : player.pause}
    >
      <Icon size={24} aria-hidden />
    </ControlButton>
  );
}

function PictureInPictureButton({ player }: { player: MediaPlayer }) {
  const isInside = usePlayerState(player, (state) => state.isInPictureInPicture);
  return (
    <ControlButton
      label={isInside ? 'Leave picture in picture' : 'Picture in picture'}
      shortcut="P"
      className={classes.pictureInPicture}
      onClick={() => void (isInside ? player.leavePictureInPicture() : player.enterPictureInPicture())}
    >
      <IconPictureInPicture size={24} stroke={1.75} aria-hidden />
    </ControlButton>
  );
}

function Clock({ player }: { player: MediaPlayer }) {
  const position = usePlayerState(player, (state) => clockText(state.currentTime - state.windowStart));
  // Spoiler-safe: the length of a replay would reveal how long the fight lasts.
  return <span className={classes.clock}>{position}</span>;
}
