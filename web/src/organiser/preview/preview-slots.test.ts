import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createPreviewSlots } from './preview-slots.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function three() {
  const slots = createPreviewSlots(2);
  return [slots.create(), slots.create(), slots.create()] as const;
}

it('lets as many run as there are slots, and gives a free one to the one that waits', () => {
  const [a, b, c] = three();
  for (const slot of [a, b, c]) slot.want(true);
  expect([a.get(), b.get(), c.get()]).toEqual(['held', 'held', 'waiting']);
  a.want(false);
  expect([a.get(), c.get()]).toEqual(['none', 'held']);
});

it('keeps the slot of one that is out of sight for five seconds', () => {
  const [a] = three();
  a.want(true);
  a.want(false);
  vi.advanceTimersByTime(4999);
  expect(a.get()).toBe('held');
  vi.advanceTimersByTime(1);
  expect(a.get()).toBe('none');
});

it('goes on without a new start when somebody comes back in time', () => {
  const [a] = three();
  a.want(true);
  const changes: string[] = [];
  a.subscribe(() => changes.push(a.get()));
  a.want(false);
  vi.advanceTimersByTime(4000);
  a.want(true);
  vi.advanceTimersByTime(60_000);
  expect(changes).toEqual([]);
});

it('takes the slot of one that is out of sight before it makes another wait', () => {
  const [a, b, c] = three();
  for (const slot of [a, b]) slot.want(true);
  a.want(false);
  c.want(true);
  expect([a.get(), b.get(), c.get()]).toEqual(['none', 'held', 'held']);
});

it('forgets one that no longer waits', () => {
  const [a, b, c] = three();
  for (const slot of [a, b, c]) slot.want(true);
  c.want(false);
  a.want(false);
  vi.advanceTimersByTime(5000);
  expect([a.get(), b.get(), c.get()]).toEqual(['none', 'held', 'none']);
});
