import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { installNative, type Native, native } from '../../native.ts';
import { isBackgroundPause, watchBackground } from './background-pause.ts';

const browser: Native = native();
let stop = () => {};
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] });
});
afterEach(() => {
  stop();
  vi.useRealTimers();
  installNative(browser);
});

/** What the system tells the app. */
function startApp(isIos: boolean) {
  const goneListeners = new Set<() => void>();
  const activeListeners = new Set<(isActive: boolean) => void>();
  installNative({
    ...browser,
    isNative: true,
    isIos,
    onBackground(callback) {
      goneListeners.add(callback);
      return () => goneListeners.delete(callback);
    },
    onActiveChange(callback) {
      activeListeners.add(callback);
      return () => activeListeners.delete(callback);
    },
  });
  stop = watchBackground();
  return {
    goToBackground: () => goneListeners.forEach((listener) => void listener()),
    setActive: (isActive: boolean) => activeListeners.forEach((listener) => void listener(isActive)),
  };
}

it('lasts for a second from the background on, also when the app was inactive for long before', () => {
  const app = startApp(true);
  app.setActive(false);
  vi.advanceTimersByTime(5000);
  app.goToBackground();
  vi.advanceTimersByTime(999);
  expect(isBackgroundPause()).toBe(true);
  vi.advanceTimersByTime(1);
  expect(isBackgroundPause()).toBe(false);
});

it('is not the pause of a call or of Siri, which leave the app in front', () => {
  startApp(true).setActive(false);
  expect(isBackgroundPause()).toBe(false);
});

it('ends when the viewer is back, who may pause at once', () => {
  const app = startApp(true);
  app.goToBackground();
  app.setActive(true);
  expect(isBackgroundPause()).toBe(false);
});

it('is for iOS alone, and for who listens', () => {
  const android = startApp(false);
  android.goToBackground();
  expect(isBackgroundPause()).toBe(false);
  stop();
  const ios = startApp(true);
  stop();
  ios.goToBackground();
  expect(isBackgroundPause()).toBe(false);
});
