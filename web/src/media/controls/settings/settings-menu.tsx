import { IconSettings } from '@tabler/icons-react';
import { useState, useSyncExternalStore } from 'react';
import type { Chapter } from '../../chapters.ts';
import type { MediaPlayer } from '../../media-player.ts';
import { pageSwitches } from '../../page-switches.ts';
import { setPreference } from '../../preferences.ts';
import { usePlayerState } from '../../use-player-state.ts';
import { usePreferences } from '../../use-preferences.ts';
import { openShortcutList } from '../shortcut-list.tsx';
import { ChapterItems } from './chapter-items.tsx';
import menu from './menu-button.module.css';
import { focusItem, MenuButton, MenuItem } from './menu-button.tsx';
import { type Option, OptionItems } from './option-menu.tsx';

export interface StatisticsSwitch {
  isShown: boolean;
  toggle: () => void;
}

interface Props {
  player: MediaPlayer;
  /** Those that have no button of their own. */
  options: readonly Option<number | null>[];
  statistics: StatisticsSwitch;
  chapters: readonly Chapter[];
}

/** The chapters, where there are some, and what is set rarely: the length of replays, what the page switches, the statistics, the keys. */
export function SettingsMenu(props: Props) {
  return (
    <MenuButton name="Settings" icon={<IconSettings size={24} stroke={1.75} aria-hidden />}>
      {(close) => <Items {...props} close={close} />}
    </MenuButton>
  );
}

/** A phone has no keys to read about. A device with a mouse has a keyboard as well. */
const withKeyboard = '(any-hover: hover)';

interface ItemsProps extends Props {
  close: () => void;
}

/** On a narrow player the options are here, each with its choices in the place of the menu. */
function Items(props: ItemsProps) {
  const [openedName, setOpenedName] = useState<string>();
  const opened = props.options.find(({ name }) => name === openedName);
  return (
    // What was pressed is gone, so the focus goes to what has taken its place.
    <div key={opened?.name} ref={focusItem} className={menu.items}>
      {opened ? (
        <>
          <MenuItem kind="action" onClick={() => setOpenedName(undefined)}>
            ‹ {opened.name}
          </MenuItem>
          <OptionItems option={opened} onChosen={props.close} />
        </>
      ) : (
        <Settings {...props} onOption={setOpenedName} />
      )}
    </div>
  );
}

function Settings({
  player,
  options,
  statistics,
  chapters,
  close,
  onOption,
}: ItemsProps & { onOption: (name: string) => void }) {
  const isLive = usePlayerState(player, (state) => state.isLive);
  const { showsLength } = usePreferences();
  const switches = useSyncExternalStore(pageSwitches.subscribe, pageSwitches.get, pageSwitches.get);
  return (
    <>
      {chapters.length > 0 ? <ChapterItems player={player} chapters={chapters} onChosen={close} /> : null}
      {options.map(({ name, text }) => (
        <MenuItem key={name} kind="action" onClick={() => onOption(name)}>
          {name} <span className={menu.value}>{text} ›</span>
        </MenuItem>
      ))}
      {isLive ? null : (
        <MenuItem
          kind="checkbox"
          isChecked={showsLength}
          onClick={() => setPreference({ showsLength: !showsLength })}
        >
          Show length
        </MenuItem>
      )}
      {switches.map(({ name, isOn, toggle }) => (
        <MenuItem key={name} kind="checkbox" isChecked={isOn} onClick={toggle}>
          {name}
        </MenuItem>
      ))}
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
      {window.matchMedia(withKeyboard).matches ? (
        <MenuItem
          kind="action"
          onClick={() => {
            close();
            openShortcutList();
          }}
        >
          Keyboard
        </MenuItem>
      ) : null}
    </>
  );
}
