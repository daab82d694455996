import { expect, it } from 'vitest';
import { Backoff } from './backoff.ts';

it('makes each name wait longer after each failure, up to 30 s, and forgets it after a success (28.41)', () => {
  let now = 0;
  const backoff = new Backoff(() => now);
  const pauses = [];
  for (let attempt = 0; attempt < 7; attempt += 1) {
    backoff.failed('ring');
    const began = now;
    while (backoff.isWaiting('ring')) now += 500;
    pauses.push(now - began);
  }
  expect(pauses).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000]);
  backoff.failed('ring');
  expect(backoff.isWaiting('corner')).toBe(false);
  backoff.succeeded('ring');
  expect(backoff.isWaiting('ring')).toBe(false);
});
