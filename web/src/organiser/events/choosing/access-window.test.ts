import { describe, expect, it } from 'vitest';
import { endOfPreset, firstWindow, isChosen, isPresetOpen, presetOf } from './access-window.ts';

const target = { startDate: '2026-11-21T18:00:00+00:00', endDate: '2026-11-21T22:30:00+00:00' };
const before = Date.parse('2026-11-20T12:00:00Z');
const nextDay = Date.parse('2026-11-22T12:00:00Z');
const longAfter = Date.parse('2026-12-24T12:10:00Z');

it.each([
  ['event', '2026-11-21T22:30:00+00:00'],
  ['replay', '2026-11-23T22:30:00+00:00'],
  ['ever', null],
  ['own', undefined],
] as const)('%s ends at %s', (preset, end) => {
  expect(endOfPreset(preset, target)).toBe(end);
  if (end !== undefined) expect(presetOf({ startDate: target.startDate, endDate: end }, target)).toBe(preset);
});

it('offers no preset that has ended', () => {
  expect(isPresetOpen('event', target, before)).toBe(true);
  expect(isPresetOpen('event', target, nextDay)).toBe(false);
  expect(isPresetOpen('replay', target, nextDay)).toBe(true);
  expect(isPresetOpen('replay', target, longAfter)).toBe(false);
  expect(isPresetOpen('ever', target, longAfter)).toBe(true);
});

describe('firstWindow', () => {
  it('includes the replay and has begun already', () => {
    const window = firstWindow(target, before);
    expect(presetOf(window, target)).toBe('replay');
    expect(Date.parse(window.startDate)).toBeLessThanOrEqual(before);
  });

  it('is the same all day', () => {
    expect(firstWindow(target, before)).toEqual(firstWindow(target, before + 60_000));
  });

  it('lasts two days from now when the replay is over', () => {
    expect(firstWindow(target, longAfter).endDate).toBe('2026-12-26T13:00:00+00:00');
  });
});

it('takes a time that is not chosen yet for own times, and never for none', () => {
  const window = { startDate: '2026-11-21T18:00:00+00:00', endDate: '' };
  expect(presetOf(window, target)).toBe('own');
  expect(isChosen(window)).toBe(false);
  expect(isChosen({ ...window, endDate: null })).toBe(true);
});
