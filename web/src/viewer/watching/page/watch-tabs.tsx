import { type KeyboardEvent, type ReactNode, useSyncExternalStore } from 'react';
import { keyOf } from '../../../ui/key-of.ts';
import classes from './watch-tabs.module.css';

/** In step with `watch-layout.module.css`: narrower, what belongs to the picture stands in tabs below it. */
const narrow = '(max-width: 63.99em)';

function onTurn(listener: () => void) {
  const list = window.matchMedia(narrow);
  list.addEventListener('change', listener);
  return () => list.removeEventListener('change', listener);
}
const readIsNarrow = () => window.matchMedia(narrow).matches;

/** False on the server too, which does not know. */
export const useIsNarrow = () => useSyncExternalStore(onTurn, readIsNarrow, () => false);

const labels = { card: 'Card', tickets: 'Tickets', about: 'About' };
export type WatchTab = keyof typeof labels;

const tabId = (tab: WatchTab) => `tab-${tab}`;
const panelId = (tab: WatchTab) => `panel-${tab}`;

export const focusTab = (tab: WatchTab) => document.getElementById(tabId(tab))?.focus();

interface Props {
  tabs: readonly WatchTab[];
  chosen: WatchTab;
  onChoose: (tab: WatchTab) => void;
}

/** Tabs that follow the focus (ARIA, "Tabs with Automatic Activation"). */
export function WatchTabs({ tabs, chosen, onChoose }: Props) {
  function onKeyDown(event: KeyboardEvent) {
    const at = tabs.indexOf(chosen);
    const places: Record<string, number> = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: -1 };
    const place = places[keyOf(event.nativeEvent)];
    if (place === undefined) return;
    event.preventDefault();
    const tab = tabs.at(place % tabs.length) ?? chosen;
    onChoose(tab);
    focusTab(tab);
  }
  return (
    <div role="tablist" aria-label="This session" className={classes.tabs} onKeyDown={onKeyDown}>
      {tabs.map((tab) => (
        <button
          key={tab}
          type="button"
          role="tab"
          id={tabId(tab)}
          aria-controls={panelId(tab)}
          aria-selected={tab === chosen}
          tabIndex={tab === chosen ? 0 : -1}
          className={classes.tab}
          onClick={() => onChoose(tab)}
        >
          {labels[tab]}
        </button>
      ))}
    </div>
  );
}

interface PanelProps {
  tab: WatchTab;
  chosen: WatchTab;
  /** Beside the picture all panels are seen, and are none. */
  isNarrow: boolean;
  children: ReactNode;
}

export function WatchPanel({ tab, chosen, isNarrow, children }: PanelProps) {
  const role = isNarrow ? { role: 'tabpanel', id: panelId(tab), 'aria-labelledby': tabId(tab) } : {};
  return (
    <div {...role} className={classes.panel} data-chosen={tab === chosen || undefined}>
      {children}
    </div>
  );
}
