import { isBrowser } from '../../config.ts';
import { createStore } from '../../store.ts';

type Values<Value> = Readonly<Record<string, Value>>;

interface Options<Value> {
  storageKey: string;
  isValue: (value: unknown) => value is Value;
  /** The oldest events go first. */
  mostKept: number;
}

/** A value for each event, by its id, remembered in this browser and shared by its tabs. */
export function createEventStore<Value>({ storageKey, isValue, mostKept }: Options<Value>) {
  const { get, set, subscribe } = createStore<Values<Value>>(isBrowser ? readStored() : {});
  if (isBrowser)
    window.addEventListener('storage', ({ key }) => {
      if (key === storageKey || key === null) set(readStored());
    });

  function readStored(): Values<Value> {
    try {
      const stored: unknown = JSON.parse(window.localStorage.getItem(storageKey) ?? '{}');
      const known = Object.entries(stored ?? {}).filter((each): each is [string, Value] => isValue(each[1]));
      return Object.fromEntries(known.slice(-mostKept));
    } catch {
      return {};
    }
  }

  return {
    get,
    subscribe,
    /** @param change makes the new value from the one that any tab has stored. */
    put(eventId: string, change: (before: Value | undefined) => Value) {
      const { [eventId]: before, ...others } = { ...get(), ...readStored() };
      const kept = Object.entries(others).slice(1 - mostKept);
      const next = Object.fromEntries([...kept, [eventId, change(before)]]) as Values<Value>;
      set(next);
      try {
        window.localStorage.setItem(storageKey, JSON.stringify(next));
      } catch {
        // Without storage it holds until the page closes.
      }
    },
  };
}
