import { Menu } from '@mantine/core';
import { IconGauge } from '@tabler/icons-react';
import type { MediaPlayer } from './media-player.ts';
import { MenuButton } from './menu-button.tsx';
import { usePlayerState } from './use-player-state.ts';

const rates = [0.5, 0.75, 1, 1.25, 1.5, 2];
const nameOf = (rate: number) => (rate === 1 ? 'Normal' : `${rate}×`);

/** How fast a recording runs. A live stream has one speed. */
export function SpeedMenu({ player }: { player: MediaPlayer }) {
  const rate = usePlayerState(player, (state) => state.playbackRate);
  return (
    <MenuButton
      label={`Speed: ${nameOf(rate)}`}
      text={rate === 1 ? '1×' : nameOf(rate)}
      icon={<IconGauge size={24} stroke={1.75} aria-hidden />}
    >
      <Menu.Label>Speed</Menu.Label>
      <Menu.RadioGroup value={String(rate)} onChange={(value) => player.setRate(Number(value))}>
        {rates.map((each) => (
          <Menu.RadioItem key={each} value={String(each)}>
            {nameOf(each)}
          </Menu.RadioItem>
        ))}
      </Menu.RadioGroup>
    </MenuButton>
  );
}
