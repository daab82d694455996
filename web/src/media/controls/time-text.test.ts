import { expect, it } from 'vitest';
import { behindText, clockText, positionText, spokenDuration } from './time-text.ts';

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

it.each([
  [245, 3600, '4 minutes 5 seconds of 1 hour'],
  // The length of a replay is a spoiler (docs/product.md, 33.3).
  [245, null, '4 minutes 5 seconds'],
])('describes position %d of %s', (position, length, text) => {
  expect(positionText(position, length)).toBe(text);
});

it.each([
  [32, '32 seconds behind live'],
  [0.5, 'Live'],
])('describes %d seconds behind the edge', (seconds, text) => {
  expect(behindText(seconds)).toBe(text);
});
