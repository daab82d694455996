// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest';
import { createKeepAwake, followFullscreen } from './screen.ts';

const device = vi.hoisted(() => {
  const calls: string[] = [];
  const method = (name: string) => async () => {
    calls.push(name);
    // A device that cannot be turned.
    if (name === 'unlock') throw new Error('Not implemented.');
  };
  return { calls, method };
});
vi.mock('@capacitor/core', () => ({
  SystemBars: { show: device.method('show'), hide: device.method('hide') },
  SystemBarsStyle: {},
}));
vi.mock('@capacitor/screen-orientation', () => ({
  ScreenOrientation: { lock: device.method('lock'), unlock: device.method('unlock') },
}));
vi.mock('@capacitor/splash-screen', () => ({ SplashScreen: {} }));
vi.mock('@capacitor-community/keep-awake', () => ({
  KeepAwake: { keepAwake: device.method('keepAwake'), allowSleep: device.method('allowSleep') },
}));

afterEach(() => {
  device.calls.length = 0;
});

test('a page that is loaded again lets the device sleep and turn, and shows its bars', async () => {
  createKeepAwake();
  followFullscreen();
  await vi.waitFor(() => expect(device.calls).toEqual(['allowSleep', 'show', 'unlock']), 20_000);
});

test('the device is asked about sleeping when something changes, and in order', async () => {
  const keepAwake = createKeepAwake();
  for (const isNeeded of [false, true, true, false]) keepAwake(isNeeded);
  await vi.waitFor(() => expect(device.calls).toEqual(['allowSleep', 'keepAwake', 'allowSleep']), 20_000);
});
