import { describe, expect, it } from 'vitest';
import { leftMs, tokenLife } from './token-life.ts';

const minute = 60_000;

describe('tokenLife', () => {
  it('is the life that the server gave it, counted from its arrival', () => {
    const life = tokenLife(1_000_000 + 2 * minute, 1_000_000);
    expect(leftMs(life, 1_000_000 + minute)).toBe(minute);
    expect(leftMs(life, 1_000_000 + 3 * minute)).toBe(-minute);
  });

  it.each([
    ['fast', 1_000_000 + 10 * minute],
    ['a day slow', 1_000_000 - 48 * 60 * minute],
  ])('is the usual life on a device whose clock is %s', (_, now) => {
    const life = tokenLife(1_000_000 + 2 * minute, now);
    expect(leftMs(life, now)).toBe(2 * minute);
  });
});
