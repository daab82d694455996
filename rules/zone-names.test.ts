import { expect, it } from 'vitest';
import { presentZone } from './zone-names.ts';

it.each([
  ['Asia/Calcutta', 'Asia/Kolkata'],
  ['asia/calcutta', 'Asia/Kolkata'],
  ['Europe/Kiev', 'Europe/Kyiv'],
  ['US/Eastern', 'America/New_York'],
  ['CET', 'Europe/Brussels'],
  // Places of today, although IANA links them to another place with the same clock.
  ['Europe/Amsterdam', 'Europe/Amsterdam'],
  ['Europe/Oslo', 'Europe/Oslo'],
  ['UTC', 'UTC'],
  ['Mars/Olympus', 'Mars/Olympus'],
])('%s is %s', (name, present) => {
  expect(presentZone(name)).toBe(present);
});

it('leads from each former name that this runtime lists to a zone with the same clock', {
  timeout: 60_000,
}, () => {
  const at = ['2026-01-15T12:00:00Z', '2026-07-15T12:00:00Z'].map((date) => new Date(date));
  const clock = (timeZone: string) => at.map((date) => date.toLocaleString('en', { timeZone }));
  const former = Intl.supportedValuesOf('timeZone').filter((name) => presentZone(name) !== name);
  expect(former.length).toBeGreaterThan(0);
  for (const name of former) {
    const present = presentZone(name);
    expect([name, presentZone(present), clock(present)]).toEqual([name, present, clock(name)]);
  }
});
