import { expect, it } from 'vitest';
import type { CompetitionItem } from './finding.queries.ts';
import { dayBefore, scheduleDays } from './schedule.ts';

const item = (name: string, startDate: Date, hours = 4) =>
  ({
    id: name,
    name,
    slug: name,
    startDate: startDate.toISOString(),
    endDate: new Date(startDate.getTime() + hours * 3_600_000).toISOString(),
  }) as CompetitionItem;

/** Local wall time, as the viewer's clock shows it. */
const at = (day: number, hour: number, minute = 0) => new Date(2026, 10, day, hour, minute);
const titles = (items: CompetitionItem[], now: Date) =>
  scheduleDays(items, now.getTime()).map((day) => [day.title, day.items.map(({ name }) => name).join()]);

it('says Live now, Tonight, Tomorrow and then the day of the week', () => {
  const items = [
    item('over', at(22, 1)),
    item('on', at(22, 11)),
    item('evening', at(22, 19)),
    item('night', at(23, 0, 30)),
    item('later', at(24, 20)),
    item('same day', at(24, 23)),
  ];
  expect(titles(items, at(22, 12))).toEqual([
    ['Live now', 'on'],
    ['Tonight', 'evening'],
    ['Tomorrow', 'night'],
    ['Tuesday', 'later,same day'],
  ]);
});

it('says Today when something begins before the evening', () => {
  expect(titles([item('noon', at(22, 13)), item('evening', at(22, 20))], at(22, 12))).toEqual([
    ['Today', 'noon,evening'],
  ]);
  expect(titles([item('noon', at(22, 13)), item('evening', at(22, 20))], at(22, 18))).toEqual([
    ['Tonight', 'evening'],
  ]);
});

const inZone = (items: CompetitionItem[], now: string, zone: string) =>
  scheduleDays(items, Date.parse(now), () => zone).map(({ title }) => title);

it('finds tomorrow on the nights in which the clocks change', () => {
  // 25 October 2026 has 25 hours in Amsterdam, 28 March 2027 has 23.
  const gala = (start: string) => [item('gala', new Date(start))];
  expect(inZone(gala('2026-10-26T19:00:00Z'), '2026-10-24T22:30:00Z', 'Europe/Amsterdam')).toEqual([
    'Tomorrow',
  ]);
  expect(inZone(gala('2026-10-26T23:30:00Z'), '2026-10-24T22:30:00Z', 'Europe/Amsterdam')).toEqual([
    'Tuesday',
  ]);
  expect(inZone(gala('2027-03-28T20:00:00Z'), '2027-03-27T22:59:00Z', 'Europe/Amsterdam')).toEqual([
    'Tomorrow',
  ]);
  expect(inZone(gala('2027-03-29T20:00:00Z'), '2027-03-27T22:59:00Z', 'Europe/Amsterdam')).toEqual([
    'Monday',
  ]);
});

it('puts the same event on the day of each viewer', () => {
  const tokyo = [item('tokyo', new Date('2026-11-22T23:00:00Z'))];
  const now = '2026-11-22T12:00:00Z';
  expect(inZone(tokyo, now, 'America/New_York')).toEqual(['Tonight']);
  expect(inZone(tokyo, now, 'Europe/Amsterdam')).toEqual(['Tomorrow']);
  expect(inZone(tokyo, now, 'Pacific/Kiritimati')).toEqual(['Today']);
});

it('has no days when everything is over', () => {
  expect(scheduleDays([item('over', at(20, 1))], at(22, 12).getTime())).toEqual([]);
});

it.each([
  ['this morning', at(22, 9), undefined],
  ['yesterday, less than a day ago', at(21, 17), 'Sat'],
  ['a week ago, on the same day of the week', at(15, 17), '15 Nov'],
])('names the day since when it is live: %s', (_, start, words) => {
  expect(dayBefore(start.toISOString(), at(22, 12).getTime())).toBe(words);
});
