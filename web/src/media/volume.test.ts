import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createVolumeStore } from './volume.ts';

const key = 'ringside-volume';
const open = () => createVolumeStore(() => window.localStorage);

beforeEach(() => {
  vi.useFakeTimers();
  window.localStorage.clear();
});
afterEach(() => vi.useRealTimers());

describe('volume store', () => {
  it('starts at full volume, not muted', () => {
    expect(open().read()).toEqual({ level: 1, isMuted: false });
  });

  it('writes the last value, at most every 500 ms', () => {
    const setItem = vi.spyOn(Storage.prototype, 'setItem');
    const volume = open();
    for (const level of [0.9, 0.8, 0.7]) volume.save({ level, isMuted: false });
    vi.advanceTimersByTime(499);
    expect(setItem).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(setItem).toHaveBeenCalledTimes(1);
    expect(open().read()).toEqual({ level: 0.7, isMuted: false });
  });

  it.each([['nonsense'], ['{"level":7,"isMuted":false}'], ['{"level":0.5}'], ['null']])(
    'falls back to the default for a stored %s',
    (stored) => {
      window.localStorage.setItem(key, stored);
      expect(open().read()).toEqual({ level: 1, isMuted: false });
    },
  );

  it('works where storage is refused', () => {
    const volume = createVolumeStore(() => {
      throw new DOMException('refused', 'SecurityError');
    });
    volume.save({ level: 0.2, isMuted: true });
    vi.runAllTimers();
    expect(volume.read()).toEqual({ level: 0.2, isMuted: true });
  });
});
