import { type Chapter, chapterAt } from '../../chapters.ts';
import type { MediaPlayer } from '../../media-player.ts';
import { usePlayerState } from '../../use-player-state.ts';
import { clockText } from '../time-text.ts';
import { MenuGroup, MenuItem } from './menu-button.tsx';

interface Props {
  player: MediaPlayer;
  chapters: readonly Chapter[];
  onChosen: () => void;
}

/** The chapters, as a part of a menu: each leads to its start. */
export function ChapterItems({ player, chapters, onChosen }: Props) {
  const current = usePlayerState(player, ({ currentTime }) => chapterAt(chapters, currentTime));
  const windowStart = usePlayerState(player, (state) => state.windowStart);
  return (
    <MenuGroup name="Chapters">
      {chapters.map(({ start, title }, index) => (
        <MenuItem
          key={start}
          kind="radio"
          isChecked={index === current}
          onClick={() => {
            player.seekTo(start);
            onChosen();
          }}
        >
          {clockText(start - windowStart)} {title}
        </MenuItem>
      ))}
    </MenuGroup>
  );
}
