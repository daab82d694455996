import { expect, it } from 'vitest';
import { loadTemporal } from './temporal.ts';
import { addDays, daysBetween, moveToZone, readWallTime, wallTimeOf } from './wall-time.ts';

const temporal = await loadTemporal();
const amsterdam = 'Europe/Amsterdam';
const newYork = 'America/New_York';

it.each([
  ['2026-11-21T20:00', amsterdam, { kind: 'one', instant: '2026-11-21T19:00:00+00:00' }],
  ['2026-11-21T20:00', newYork, { kind: 'one', instant: '2026-11-22T01:00:00+00:00' }],
  ['2026-11-21T20:00', 'Asia/Kathmandu', { kind: 'one', instant: '2026-11-21T14:15:00+00:00' }],
  [
    '2026-03-29T02:30',
    amsterdam,
    { kind: 'never', from: '02:00', to: '03:00', next: '2026-03-29T01:30:00+00:00' },
  ],
  [
    '2026-10-25T02:30',
    amsterdam,
    { kind: 'twice', first: '2026-10-25T00:30:00+00:00', second: '2026-10-25T01:30:00+00:00' },
  ],
  // Half an hour, and in the other half of the year.
  [
    '2026-10-04T02:15',
    'Australia/Lord_Howe',
    { kind: 'never', from: '02:00', to: '02:30', next: '2026-10-03T15:45:00+00:00' },
  ],
  ['2026-02-30T20:00', amsterdam, undefined],
  ['2026-11-21T20:00', 'Mars/Base', undefined],
  ['tomorrow', amsterdam, undefined],
])('reads %s in %s', (wall, zone, expected) => {
  expect(readWallTime(temporal, wall, zone)).toEqual(expected);
});

it.each([
  ['2026-10-25T00:30:00+00:00', '2026-10-25T02:30'],
  ['2026-10-25T01:30:00+00:00', '2026-10-25T02:30'],
  ['2026-03-29T01:00:00Z', '2026-03-29T03:00'],
])('shows %s as %s in Amsterdam', (instant, wall) => {
  expect(wallTimeOf(temporal, instant, amsterdam)).toBe(wall);
});

it('keeps the time on the clock in another zone and on another day', () => {
  const evening = '2026-03-28T19:00:00+00:00';
  expect(moveToZone(temporal, evening, amsterdam, newYork)).toBe('2026-03-29T00:00:00+00:00');
  expect(addDays(temporal, evening, amsterdam, 1)).toBe('2026-03-29T18:00:00+00:00');
  expect(daysBetween(temporal, '2026-03-28', '2026-10-26')).toBe(212);
});

it('leaves an instant alone that it cannot move', () => {
  expect(moveToZone(temporal, '', amsterdam, newYork)).toBe('');
  expect(wallTimeOf(temporal, '', amsterdam)).toBeUndefined();
});
