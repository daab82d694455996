import { IconSettings } from '@tabler/icons-react';
import type { Chapter } from '../chapters.ts';
import type { MediaPlayer } from '../media-player.ts';
import { setPreference } from '../preferences.ts';
import { usePlayerState } from '../use-player-state.ts';
import { usePreferences } from '../use-preferences.ts';
import { ChapterItems } from './chapter-items.tsx';
import { MenuButton, MenuItem } from './menu-button.tsx';
import { openShortcutList } from './shortcut-list.tsx';

export interface StatisticsSwitch {
  isShown: boolean;
  toggle: () => void;
}

interface Props {
  player: MediaPlayer;
  statistics: StatisticsSwitch;
  chapters: readonly Chapter[];
}

/** The chapters, where there are some, and what is set rarely: the length of replays, the statistics, the keys. */
export function SettingsMenu({ player, statistics, chapters }: Props) {
  const isLive = usePlayerState(player, (state) => state.isLive);
  const { showsLength } = usePreferences();
  return (
    <MenuButton name="Settings" icon={<IconSettings size={24} stroke={1.75} aria-hidden />}>
      {(close) => (
        <>
          {chapters.length > 0 ? <ChapterItems player={player} chapters={chapters} onChosen={close} /> : null}
          {isLive ? null : (
            <MenuItem
              kind="checkbox"
              isChecked={showsLength}
              onClick={() => setPreference({ showsLength: !showsLength })}
            >
              Show length
            </MenuItem>
          )}
          <MenuItem
            kind="checkbox"
            isChecked={statistics.isShown}
            onClick={() => {
              statistics.toggle();
              close();
            }}
          >
            Statistics
          </MenuItem>
          <MenuItem
            kind="action"
            onClick={() => {
              close();
              openShortcutList();
            }}
          >
            Keyboard
          </MenuItem>
        </>
      )}
    </MenuButton>
  );
}
