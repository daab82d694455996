import { expect, it, vi } from 'vitest';
import { createEvent, createStore } from './store.ts';

it('calls the listeners of an event with its details until they are removed', () => {
  const event = createEvent<[string]>();
  const listener = vi.fn();
  const unsubscribe = event.subscribe(listener);
  event.emit('first');
  unsubscribe();
  event.emit('second');
  expect(listener.mock.calls).toEqual([['first']]);
});

it('calls the listeners of a store only when its value changes', () => {
  const store = createStore(1);
  const listener = vi.fn(() => store.get());
  store.subscribe(listener);
  store.set(1);
  store.set(2);
  expect(listener.mock.results).toEqual([{ type: 'return', value: 2 }]);
});
