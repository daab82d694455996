import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { noteServerTime, serverNow } from './clock.ts';

const hour = 3_600_000;
const right = Date.parse('2026-11-22T20:00:00Z');
const answer = (headers: Record<string, string> = {}) =>
  noteServerTime(new Headers({ Date: new Date(right).toUTCString(), ...headers }));

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }));
afterEach(() => {
  vi.setSystemTime(right);
  answer();
  vi.useRealTimers();
});

it.each([-30 * 24 * hour, -3 * hour, 3 * hour])('corrects a clock that is wrong by %d ms', (errorMs) => {
  vi.setSystemTime(right + errorMs);
  answer();
  expect(serverNow()).toBe(right);
  vi.setSystemTime(right + errorMs + 5_000);
  expect(serverNow()).toBe(right + 5_000);
});

it('leaves a clock alone that is nearly right, also after it was set', () => {
  vi.setSystemTime(right + hour);
  answer();
  vi.setSystemTime(right + 119_000);
  answer();
  expect(serverNow()).toBe(right + 119_000);
});

it.each([
  ['an answer of a cache', { Age: '7200' }],
  ['an answer that caches may keep', { 'Cache-Control': 'public, max-age=3600' }],
  ['no date', { Date: 'soon' }],
])('learns nothing from %s', (_name, headers) => {
  vi.setSystemTime(right + hour);
  answer(headers);
  expect(serverNow()).toBe(right + hour);
});
