import {
  IconCast,
  IconMaximize,
  IconMinimize,
  IconPictureInPicture,
  IconPlayerPauseFilled,
  IconPlayerPlayFilled,
  IconViewportWide,
} from '@tabler/icons-react';
import type { Cameras } from '../cameras.ts';
import { ControlButton } from '../controls/control-button.tsx';
import { LiveButton } from '../controls/live-button.tsx';
import { SeekBar } from '../controls/seek-bar.tsx';
import { CameraMenu } from '../controls/settings/camera-menu.tsx';
import { useCaptionOption } from '../controls/settings/caption-option.tsx';
import { OptionMenu } from '../controls/settings/option-menu.tsx';
import { useQualityOption } from '../controls/settings/quality-option.tsx';
import { SettingsMenu, type StatisticsSwitch } from '../controls/settings/settings-menu.tsx';
import { useSpeedOption } from '../controls/settings/speed-option.tsx';
import { clockText } from '../controls/time-text.ts';
import { useIsNarrow } from '../controls/use-is-narrow.ts';
import { useShownChapters } from '../controls/use-shown-chapters.ts';
import { VolumeControl } from '../controls/volume-control.tsx';
import { toggleFullscreen } from '../fullscreen.ts';
import type { MediaPlayer } from '../media-player.ts';
import { setPreference } from '../preferences.ts';
import { usePlayerState } from '../use-player-state.ts';
import { usePreferences } from '../use-preferences.ts';
import { canPictureInPicture } from '../video-element.ts';
import classes from './player-controls.module.css';

interface Props {
  player: MediaPlayer;
  frame: HTMLElement | null;
  isFullscreen: boolean;
  cameras: Cameras | undefined;
  statistics: StatisticsSwitch;
}

/** The control bar at the bottom of the picture. */
export function PlayerControls({ player, frame, isFullscreen, cameras, statistics }: Props) {
  const shownChapters = useShownChapters(player);
  const isLive = usePlayerState(player, (state) => state.isLive);
  const isKnown = usePlayerState(player, (state) => state.windowEnd > 0);
  const isNarrow = useIsNarrow(frame);
  const options = [useSpeedOption(player), useCaptionOption(player), useQualityOption(player)].filter(
    (option) => option !== null,
  );
  const FullscreenIcon = isFullscreen ? IconMinimize : IconMaximize;
  return (
    <div className={classes.controls} data-controls>
      <div className={classes.seek}>
        <SeekBar player={player} chapters={shownChapters} />
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
        {cameras ? <CameraMenu cameras={cameras} /> : null}
        {isNarrow ? null : options.map((option) => <OptionMenu key={option.name} option={option} />)}
        <SettingsMenu
          player={player}
          options={isNarrow ? options : []}
          statistics={statistics}
          chapters={shownChapters}
        />
        <CastButton player={player} />
        {canPictureInPicture() && !isNarrow ? <PictureInPictureButton player={player} /> : null}
        {isFullscreen ? null : <TheatreButton />}
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

/** Only where the browser can cast and a device is near. */
function CastButton({ player }: { player: MediaPlayer }) {
  const canCast = usePlayerState(player, (state) => state.canCast);
  if (!canCast) return null;
  return (
    <ControlButton label="Play on another screen" onClick={() => void player.cast()}>
      <IconCast size={24} stroke={1.75} aria-hidden />
    </ControlButton>
  );
}

/** On a narrow screen the video has the whole width anyway. */
function TheatreButton() {
  const { isTheatre } = usePreferences();
  return (
    <ControlButton
      label={isTheatre ? 'Leave theatre' : 'Theatre'}
      shortcut="T"
      className={classes.theatre}
      onClick={() => setPreference({ isTheatre: !isTheatre })}
    >
      <IconViewportWide size={24} stroke={1.75} aria-hidden />
    </ControlButton>
  );
}

function PictureInPictureButton({ player }: { player: MediaPlayer }) {
  const isInside = usePlayerState(player, (state) => state.isInPictureInPicture);
  return (
    <ControlButton
      label={isInside ? 'Leave picture in picture' : 'Picture in picture'}
      shortcut="P"
      onClick={() => void (isInside ? player.leavePictureInPicture() : player.enterPictureInPicture())}
    >
      <IconPictureInPicture size={24} stroke={1.75} aria-hidden />
    </ControlButton>
  );
}

function Clock({ player }: { player: MediaPlayer }) {
  const position = usePlayerState(player, (state) => clockText(state.currentTime - state.windowStart));
  const length = usePlayerState(player, (state) => clockText(state.windowEnd - state.windowStart));
  // Spoiler-safe: the length of a replay reveals how long the fight lasts, so the viewer has to ask for it.
  const { showsLength } = usePreferences();
  return (
    <span className={classes.clock} data-with-length={showsLength || undefined}>
      {showsLength ? `${position} / ${length}` : position}
    </span>
  );
}
