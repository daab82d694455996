import { createStore } from '../store.ts';

/** Something that the page switches on and off, and the settings of its player too. */
export interface PageSwitch {
  name: string;
  isOn: boolean;
  toggle: () => void;
}

/** Set by the page that shows the player. */
export const pageSwitches = createStore<readonly PageSwitch[]>([]);
