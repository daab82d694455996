import { expect, it, vi } from 'vitest';
import { createStallDetector } from './stall-detector.ts';

function setUp({ isPaused = false, readyState = HTMLMediaElement.HAVE_CURRENT_DATA as number } = {}) {
  const video = document.createElement('video');
  vi.spyOn(video, 'paused', 'get').mockReturnValue(isPaused);
  vi.spyOn(video, 'readyState', 'get').mockReturnValue(readyState);
  const isStuck = createStallDetector(video);
  return { video, isStuck, take: (count: number) => Array.from({ length: count }, isStuck) };
}

it('calls a picture stuck that stands while four more fragments come', () => {
  const { take } = setUp();
  expect(take(5)).toEqual([false, false, false, false, true]);
});

it('waits as long again before it says so once more', () => {
  const { take } = setUp();
  take(5);
  expect(take(4)).toEqual([false, false, false, true]);
});

it('begins to count anew when the picture moves', () => {
  const { video, take } = setUp();
  take(4);
  video.currentTime = 3;
  expect(take(2)).toEqual([false, false]);
});

it.each([
  ['paused', { isPaused: true }],
  ['about to move on', { readyState: HTMLMediaElement.HAVE_FUTURE_DATA }],
])('lets a picture stand that is %s', (_, options) => {
  expect(setUp(options).take(20)).not.toContain(true);
});
