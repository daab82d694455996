import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { config } from '../config.ts';
import { installNative, native } from '../native.ts';
import { whenAtRest } from './when-at-rest.ts';

const browser = native();
const built = { ...config, isBuilt: true };
const start = vi.fn(async () => {});

beforeEach(() => {
  vi.useFakeTimers();
  start.mockClear();
});
afterEach(() => {
  installNative(browser);
  window.history.replaceState(null, '', '/');
  vi.useRealTimers();
});

it('starts when the page is at rest (34.6)', () => {
  vi.spyOn(document, 'readyState', 'get').mockReturnValue('loading');
  whenAtRest(start, built);
  vi.runAllTimers();
  expect(start).not.toHaveBeenCalled();
  window.dispatchEvent(new Event('load'));
  vi.runAllTimers();
  expect(start).toHaveBeenCalledOnce();
});

it('leaves the first minute of a video alone', () => {
  window.history.replaceState(null, '', '/competitions/a/live');
  vi.spyOn(document, 'readyState', 'get').mockReturnValue('complete');
  whenAtRest(start, built);
  vi.advanceTimersByTime(59_999);
  expect(start).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(start).toHaveBeenCalledOnce();
});

it('does without what cannot be loaded', async () => {
  vi.spyOn(document, 'readyState', 'get').mockReturnValue('complete');
  start.mockRejectedValueOnce(new TypeError('Failed to fetch'));
  whenAtRest(start, built);
  await vi.runAllTimersAsync();
  expect(start).toHaveBeenCalledOnce();
});

it.each([
  ['in the native shell', built, () => installNative({ ...browser, isNative: true })],
  ['in development', { ...config, isBuilt: false }, () => {}],
])('starts nothing %s', (_, settings, arrange) => {
  arrange();
  vi.spyOn(document, 'readyState', 'get').mockReturnValue('complete');
  whenAtRest(start, settings);
  vi.runAllTimers();
  expect(start).not.toHaveBeenCalled();
});
