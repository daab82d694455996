import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createFrozenPicture } from './frozen-picture.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

function setUp({ isPaused = false, loadedTo = 20 } = {}) {
  const video = document.createElement('video');
  vi.spyOn(video, 'paused', 'get').mockReturnValue(isPaused);
  vi.spyOn(video, 'buffered', 'get').mockReturnValue({ length: 1, start: () => 0, end: () => loadedTo });
  video.currentTime = 10;
  const onFrozen = vi.fn();
  const frozen = createFrozenPicture(video, onFrozen);
  frozen.onStall();
  return { video, frozen, onFrozen };
}

it('reports a picture that stands for 4 s although what comes next is loaded', () => {
  const { onFrozen } = setUp();
  vi.advanceTimersByTime(3_999);
  expect(onFrozen).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(onFrozen).toHaveBeenCalledOnce();
});

it.each([
  ['paused', { isPaused: true }],
  ['waiting for the network', { loadedTo: 10.5 }],
])('does not report one that is %s', (_, options) => {
  const { onFrozen } = setUp(options);
  vi.advanceTimersByTime(60_000);
  expect(onFrozen).not.toHaveBeenCalled();
});

it('does not report one that has moved meanwhile, or whose player is gone', () => {
  const moved = setUp();
  moved.video.currentTime = 11;
  const gone = setUp();
  gone.frozen.end();
  vi.advanceTimersByTime(60_000);
  expect([moved, gone].flatMap(({ onFrozen }) => onFrozen.mock.calls)).toEqual([]);
});
