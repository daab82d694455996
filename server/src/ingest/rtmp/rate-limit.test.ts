import { expect, it } from 'vitest';
import { RateLimit } from './rate-limit.ts';

it('lets 50 Mbit/s and a burst through, and holds back what is faster', () => {
  let nowMs = 0;
  const limit = new RateLimit(() => nowMs);
  for (; nowMs < 60_000; nowMs += 10) expect(limit.take(62_500)).toBe(0);
  expect(limit.take(20_000_000)).toBe(0);
  expect(limit.take(25_000_000)).toBeGreaterThan(3_000);

  // A sender that waits as told gets 50 Mbit/s.
  let got = 0;
  const began = nowMs;
  while (nowMs - began < 60_000) {
    nowMs += 1 + limit.take(65_536);
    got += 65_536;
  }
  expect((got * 8) / 60).toBeLessThan(52_000_000);
  expect((got * 8) / 60).toBeGreaterThan(40_000_000);
});
