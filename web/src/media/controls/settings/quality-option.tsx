import { IconAdjustmentsHorizontal } from '@tabler/icons-react';
import type { QualityLevel } from '../../engine/engine.ts';
import type { MediaPlayer } from '../../media-player.ts';
import { usePlayerState } from '../../use-player-state.ts';
import type { Option } from './option-menu.tsx';

/** "Auto (720p)" or the level that the viewer has chosen. */
export function useQualityOption(player: MediaPlayer): Option<number | null> | null {
  const levels = usePlayerState(player, (state) => state.levels);
  const selected = usePlayerState(player, (state) => state.selectedLevel);
  const playing = usePlayerState(player, (state) => state.playingLevel);
  if (levels.length < 2) return null;

  const autoText = playing === null ? 'Auto' : `Auto (${nameOf(levels, playing)})`;
  const choices = levels
    .toSorted((a, b) => b.bandwidth - a.bandwidth)
    .map(({ index }) => ({ value: index, label: nameOf(levels, index) }));
  return {
    name: 'Quality',
    text: selected === null ? autoText : nameOf(levels, selected),
    icon: <IconAdjustmentsHorizontal size={24} stroke={1.75} aria-hidden />,
    choices: [...choices, { value: null, label: 'Auto' }],
    value: selected,
    onChange: player.selectLevel,
  };
}

/** Levels of the same height are distinguished by their bandwidth. */
function nameOf(levels: readonly QualityLevel[], index: number) {
  const level = levels.find((each) => each.index === index);
  if (!level) return '';
  const isTwin = levels.some((each) => each.index !== index && each.height === level.height);
  const bandwidth = isTwin ? ` ${(level.bandwidth / 1_000_000).toFixed(1)} Mbit/s` : '';
  return `${level.height}p${bandwidth}`;
}
