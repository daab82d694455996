import { IconBadgeCc } from '@tabler/icons-react';
import type { MediaPlayer } from '../../media-player.ts';
import { usePlayerState } from '../../use-player-state.ts';
import type { Option } from './option-menu.tsx';

/** Only where the stream has captions. */
export function useCaptionOption(player: MediaPlayer): Option<number | null> | null {
  const captions = usePlayerState(player, (state) => state.captions);
  const shown = usePlayerState(player, (state) => state.shownCaption);
  if (captions.length === 0) return null;
  const choices = [{ value: null, label: 'Off' }, ...captions.map(({ id, label }) => ({ value: id, label }))];
  return {
    name: 'Captions',
    text: choices.find(({ value }) => value === shown)?.label ?? 'Off',
    icon: <IconBadgeCc size={24} stroke={1.75} aria-hidden />,
    choices,
    value: shown,
    onChange: player.showCaption,
  };
}
