/** State outside React: a store fits `useSyncExternalStore(store.subscribe, store.get)`. */

/** The listeners of one event. */
export function createEvent<Details extends unknown[] = []>() {
  const listeners = new Set<(...details: Details) => void>();
  return {
    emit(...details: Details) {
      for (const listener of listeners) listener(...details);
    },
    /** Returns a function that removes the listener. */
    subscribe(listener: (...details: Details) => void) {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
  };
}

/** One value; its listeners are called when another value is set. */
export function createStore<Value>(initial: Value) {
  const { emit, subscribe } = createEvent();
  let value = initial;
  function set(next: Value) {
    if (Object.is(next, value)) return;
    value = next;
    emit();
  }
  return { get: () => value, set, subscribe };
}
