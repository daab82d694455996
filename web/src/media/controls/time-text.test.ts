import { describe, expect, it } from 'vitest';
import { clockText, positionText, spokenDuration } from './time-text.ts';

it.each([
  [0, '0:00'],
  [65.9, '1:05'],
  [3845, '1:04:05'],
  [-3, '0:00'],
])('shows %d s as %s', (seconds, text) => {
  expect(clockText(seconds)).toBe(text);
});

it.each([
  [0.2, '0 seconds'],
  [1, '1 second'],
  [32, '32 seconds'],
  [60, '1 minute'],
  [65, '1 minute 5 seconds'],
  [3845, '1 hour 4 minutes'],
])('says %d s as "%s"', (seconds, text) => {
  expect(spokenDuration(seconds)).toBe(text);
});

describe('positionText', () => {
  const live = { start: 40, end: 100, isLive: true };
  const replay = { start: 0, end: 3600, isLive: false };
  it.each([
    [68, live, '32 seconds behind live'],
    [99.5, live, 'Live'],
    [245, replay, '4 minutes 5 seconds of 1 hour'],
  ])('describes position %d', (position, window, text) => {
    expect(positionText(position, window)).toBe(text);
  });
});
