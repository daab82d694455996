/** docs/product.md, 30.45 */
import { describe, expect, it } from 'vitest';
import { demoEvents } from './demo-data.ts';
import { atVenue } from './demo-hours.ts';

const hour = 3_600_000;
const iso = (instant: number) => new Date(instant).toISOString();
const hoursAt = (instant: unknown, timeZone: string) =>
  new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit' }).format(
    new Date(String(instant)),
  );

describe('an hour at the venue', () => {
  it.each([
    ['Europe/Amsterdam', '2026-11-23T10:00:00Z', 0, 20, '2026-11-23T19:00:00.000Z'],
    // It is Tuesday there already.
    ['Europe/Amsterdam', '2026-11-23T23:30:00Z', 0, 20, '2026-11-24T19:00:00.000Z'],
    // The clocks change between the two.
    ['Europe/Amsterdam', '2026-10-24T10:00:00Z', 1, 20, '2026-10-25T19:00:00.000Z'],
    ['Europe/Amsterdam', '2026-03-28T10:00:00Z', 1, 20, '2026-03-29T18:00:00.000Z'],
    ['Asia/Tokyo', '2026-11-23T16:00:00Z', -1, 18, '2026-11-23T09:00:00.000Z'],
  ])('in %s at %s, %i days on, %i h, is %s', (zone, now, days, hours, expected) => {
    expect(iso(atVenue(zone, Date.parse(now), days, hours))).toBe(expected);
  });
});

const starts = Array.from(
  { length: 96 },
  (_, quarter) => Date.parse('2026-10-24T00:07:00Z') + (quarter * hour) / 2,
);

describe('the evening of the demo (30.45)', () => {
  it.each(starts.map((start) => [iso(start), start] as const))(
    'started at %s, is live for three hours and one evening, with doors at 18:00 and the main card at 20:00',
    (_, start) => {
      const [night] = demoEvents(new Date(start));
      const [undercard, main, after] = night?.blocks ?? [];
      if (!night || !undercard || !main || !after) throw new Error('The night has lost a block');
      const times = ({ block }: typeof main) =>
        [block.startDate, block.endDate].map((instant) => hoursAt(instant, 'Europe/Amsterdam'));
      expect([times(undercard), times(main), times(after)]).toEqual([
        ['18:00', '20:00'],
        ['20:00', '23:00'],
        ['23:00', '01:00'],
      ]);
      expect(Date.parse(String(main.block.startDate))).toBeLessThanOrEqual(start);
      expect(Date.parse(String(main.block.endDate))).toBeGreaterThanOrEqual(start + 2.75 * hour);
      // The clocks are changed in one of these nights.
      expect(Date.parse(String(main.block.endDate))).toBeLessThanOrEqual(
        Date.parse(String(main.block.startDate)) + 28 * hour,
      );
      expect(night.event.startDate).toBe(undercard.block.startDate);
      expect(night.event.endDate).toBe(after.block.endDate);
    },
  );

  it('is not the only one: no fight begins before noon or after nine, at its venue', () => {
    for (const { event, blocks } of demoEvents(new Date('2026-11-23T04:00:00Z')).slice(1)) {
      for (const { block } of blocks) {
        const begins = hoursAt(block.startDate, String(event.timezone));
        expect(begins >= '12:00' && begins <= '21:00', `${block.name} ${begins}`).toBe(true);
      }
    }
  });
});
