import { IconPlayerPauseFilled, IconPlayerPlayFilled, IconX } from '@tabler/icons-react';
import { ControlButton } from '../controls/control-button.tsx';
import type { MediaPlayer } from '../media-player.ts';
import { usePlayerState } from '../use-player-state.ts';

interface Props {
  /** Null while nothing plays. */
  player: MediaPlayer | null;
  onClose: () => void;
}

/** The controls of a player in the corner. */
export function MiniButtons({ player, onClose }: Props) {
  return (
    <>
      {player ? <PlayButton player={player} /> : null}
      <ControlButton label="Close" onClick={onClose}>
        <IconX size={22} stroke={1.75} aria-hidden />
      </ControlButton>
    </>
  );
}

function PlayButton({ player }: { player: MediaPlayer }) {
  const isPaused = usePlayerState(player, (state) => state.isPaused);
  const Icon = isPaused ? IconPlayerPlayFilled : IconPlayerPauseFilled;
  return (
    <ControlButton label={isPaused ? 'Play' : 'Pause'} onClick={isPaused ? player.play : player.pause}>
      <Icon size={22} aria-hidden />
    </ControlButton>
  );
}
