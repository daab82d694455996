import { expect, it, vi } from 'vitest';
import { createStallDetector } from './stall-detector.ts';

function setUp({ isPaused = false, readyState = HTMLMediaElement.HAVE_CURRENT_DATA as number } = {}) {
  const video = document.createElement('video');
  vi.spyOn(video, 'paused', 'get').mockReturnValue(isPaused);
  vi.spyOn(video, 'readyState', 'get').mockReturnValue(readyState);
  let now = 0;
  const isStuck = createStallDetector(video, () => now);
  /** Live fragments come every two seconds, those of an older position as fast as the network carries them. */
  const receive = (count: number, everyMs = 2000) =>
    Array.from({ length: count }, () => {
      now += everyMs;
      return isStuck();
    });
  return { video, receive };
}

it('reports a picture that does not move while four more fragments arrive', () => {
  const { receive } = setUp();
  expect(receive(5)).toEqual([false, false, false, false, true]);
});

it('waits for four more fragments before it reports again', () => {
  const { receive } = setUp();
  receive(5);
  expect(receive(4)).toEqual([false, false, false, true]);
});

it('gives a slow device time for the first picture of a position, however quickly the fragments come', () => {
  const { receive } = setUp();
  expect(receive(12, 100)).not.toContain(true);
  expect(receive(1, 4000)).toEqual([true]);
});

it('counts from zero again when the picture moves', () => {
  const { video, receive } = setUp();
  receive(4);
  video.currentTime = 3;
  expect(receive(2)).toEqual([false, false]);
});

it.each([
  ['paused', { isPaused: true }],
  ['about to move on', { readyState: HTMLMediaElement.HAVE_FUTURE_DATA }],
])('does not report a picture that is %s', (_, options) => {
  expect(setUp(options).receive(20)).not.toContain(true);
});
