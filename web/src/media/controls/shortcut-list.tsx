import { useState } from 'react';
import { openModal } from '../../ui/dialogs/modal-host.tsx';
import { shortcuts } from './player-keys.ts';
import classes from './shortcut-list.module.css';

const storageKey = 'ringside-shortcuts';

/** When off, the keys work only while the focus is inside the player (WCAG 2.2, 2.1.4). */
export function areShortcutsOn() {
  try {
    return window.localStorage.getItem(storageKey) !== 'off';
  } catch {
    return true;
  }
}

export function openShortcutList() {
  void openModal({ title: 'Keyboard', content: () => <ShortcutList /> });
}

/** The list that "?" opens, with a switch for people whose speech input or aids press keys by accident. */
function ShortcutList() {
  const [isOn, setIsOn] = useState(areShortcutsOn);
  function change(next: boolean) {
    setIsOn(next);
    try {
      window.localStorage.setItem(storageKey, next ? 'on' : 'off');
    } catch {
      // Without storage the setting is not saved, and the keys stay on.
    }
  }
  return (
    <>
      <dl className={classes.list}>
        {shortcuts.map(({ keys, meaning }) => (
          <div key={meaning} className={classes.row}>
            <dt>
              {keys.map((key) => (
                <kbd key={key} className={classes.key}>
                  {key}
                </kbd>
              ))}
            </dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
      <label className={classes.switch}>
        <input type="checkbox" checked={isOn} onChange={(event) => change(event.target.checked)} />
        Keys work everywhere on the page, not only in the player
      </label>
    </>
  );
}
