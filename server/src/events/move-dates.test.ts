import { describe, expect, it } from 'vitest';
import { movePeriod } from './move-dates.ts';

const amsterdam = 'Europe/Amsterdam';
const move = (startDate: string, endDate: string, days: number, zone = amsterdam) =>
  movePeriod({ startDate, endDate }, days, zone);

describe('a period that moves by days', () => {
  it.each([
    ['into winter time', '2026-10-24T18:00:00Z', 7, '2026-10-31T19:00:00Z'],
    ['into summer time', '2026-03-28T19:00:00Z', 1, '2026-03-29T18:00:00Z'],
    ['back into winter time', '2026-04-04T18:00:00Z', -7, '2026-03-28T19:00:00Z'],
    ['by half a year', '2026-11-21T19:00:00Z', 182, '2027-05-22T18:00:00Z'],
    ['by nothing', '2026-11-21T19:00:00.123456Z', 0, '2026-11-21T19:00:00.123456Z'],
  ])('keeps 20:00 %s', (_name, date, days, moved) => {
    expect(move(date, date, days)).toEqual({ startDate: moved, endDate: moved });
  });

  it('keeps the day where the date line is near', () => {
    const [start, end] = ['2026-11-21T07:00:00Z', '2026-11-21T09:00:00Z'];
    expect(move(start, end, 1, 'Pacific/Auckland')).toEqual({
      startDate: '2026-11-22T07:00:00Z',
      endDate: '2026-11-22T09:00:00Z',
    });
  });

  it('moves a time that the clocks skip to an hour later', () => {
    // 02:30 does not exist on 29 March.
    expect(move('2026-03-28T01:30:00Z', '2026-03-28T01:30:00Z', 1)?.startDate).toBe('2026-03-29T01:30:00Z');
  });

  it('keeps each of two equal times of the hour that autumn repeats, when it stays', () => {
    const [first, second] = ['2026-10-25T00:30:00Z', '2026-10-25T01:30:00Z'];
    expect(move(first, second, 0)).toEqual({ startDate: first, endDate: second });
  });

  it('keeps its length when it would turn round', () => {
    // From 02:50 to 02:10, twenty minutes later; on any other day 02:10 comes first.
    expect(move('2026-10-25T00:50:00Z', '2026-10-25T01:10:00Z', 7)).toEqual({
      startDate: '2026-11-01T01:50:00Z',
      endDate: '2026-11-01T02:10:00Z',
    });
  });

  it.each([
    ['before the year 1', '0001-06-01T00:00:00Z', -366],
    ['after the year 9999', '9999-06-01T00:00:00Z', 366],
  ])('does not go %s', (_name, date, days) => {
    expect(move(date, date, days)).toBeUndefined();
  });
});
