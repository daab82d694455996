import { describe, expect, it } from 'vitest';
import { breakMs, canSwap, isOutside, lengthMs, nextTimes, swapped } from './block-times.ts';

const at = (clock: string) => `2026-11-21T${clock}:00.000Z`;
const block = (from: string, to: string) => ({ startDate: at(from), endDate: at(to) });

describe('swapped', () => {
  it('keeps the lengths, the break and both ends of the evening', () => {
    const [prelims, main] = [block('18:00', '19:30'), block('20:00', '22:30')];
    const after = swapped(prelims, main);
    expect(after).toEqual({ second: block('18:00', '20:30'), first: block('21:00', '22:30') });
    expect(breakMs(after.second, after.first)).toBe(breakMs(prelims, main));
    expect(lengthMs(after.first)).toBe(lengthMs(prelims));
  });

  it('turns back into what it was', () => {
    const [prelims, main] = [block('18:00', '19:30'), block('19:30', '22:30')];
    const once = swapped(prelims, main);
    expect(swapped(once.second, once.first)).toEqual({ first: main, second: prelims });
  });

  it('is offered only for blocks that do not overlap', () => {
    expect(canSwap(block('18:00', '20:00'), block('20:00', '21:00'))).toBe(true);
    expect(canSwap(block('18:00', '20:01'), block('20:00', '21:00'))).toBe(false);
  });
});

describe('nextTimes', () => {
  const event = block('18:00', '23:00');
  it('fills the event with the first block', () => {
    expect(nextTimes(event, [])).toEqual(event);
  });
  it('follows the block that ends last, also when another one starts later', () => {
    const blocks = [block('18:00', '22:00'), block('19:00', '20:00')];
    expect(nextTimes(event, blocks)).toEqual(block('22:00', '23:00'));
    expect(nextTimes(event, blocks, 30 * 60_000)).toEqual(block('22:00', '22:30'));
  });
});

it('knows which block leaves its event', () => {
  const event = block('18:00', '23:00');
  expect(isOutside(event, block('18:00', '23:00'))).toBe(false);
  expect(isOutside(event, block('17:59', '19:00'))).toBe(true);
  expect(isOutside(event, block('22:00', '23:01'))).toBe(true);
});
