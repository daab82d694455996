import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { config } from '../config.ts';
import { installNative, native } from '../native.ts';
import { registerWorker } from './register-worker.ts';

const browser = native();
const built = { ...config, isBuilt: true };
const register = vi.fn(async () => ({}));

beforeEach(() => {
  vi.useFakeTimers();
  register.mockClear();
  vi.stubGlobal('navigator', { serviceWorker: { register, ready: Promise.resolve({}) } });
});
afterEach(() => {
  installNative(browser);
  window.history.replaceState(null, '', '/');
  vi.useRealTimers();
});

it('registers the worker when the page is at rest (34.6)', () => {
  vi.spyOn(document, 'readyState', 'get').mockReturnValue('loading');
  registerWorker(built);
  vi.runAllTimers();
  expect(register).not.toHaveBeenCalled();
  window.dispatchEvent(new Event('load'));
  vi.runAllTimers();
  expect(register).toHaveBeenCalledExactlyOnceWith('/service-worker.js', { updateViaCache: 'none' });
});

it.each([
  ['in the native shell', built, () => installNative({ ...browser, isNative: true })],
  ['while a video starts', built, () => window.history.replaceState(null, '', '/competitions/a/live')],
  ['in development', { ...config, isBuilt: false }, () => {}],
  ['in a browser without workers', built, () => vi.stubGlobal('navigator', {})],
])('registers none %s', (_, settings, arrange) => {
  arrange();
  vi.spyOn(document, 'readyState', 'get').mockReturnValue('complete');
  registerWorker(settings);
  vi.runAllTimers();
  expect(register).not.toHaveBeenCalled();
});
