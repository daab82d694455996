/** docs/product/card.md, 44.17. */
import { expect, it } from 'vitest';
import type { StoredBell } from '../bell/bell.queries.ts';
import { delayOf } from './picture-delay-of.ts';

const begin = Date.parse('2026-11-21T20:00:00Z');
const bell = (seconds: number, kind: StoredBell['kind'] = 'round-start', undoneAt: string | null = null) => ({
  id: `${kind} ${seconds}`,
  boutId: 'bout',
  kind,
  round: 1,
  at: new Date(begin + seconds * 1_000).toISOString(),
  userName: null,
  undoneAt,
});

it('is the time from the last bell of a round to the picture in which it was seen', () => {
  const found = delayOf(begin + 63_420, [
    bell(0),
    bell(60),
    bell(62, 'over'),
    bell(63, 'round-end', 'undone'),
  ]);
  expect([found?.bell.id, found?.delayMs]).toEqual(['round-start 60', 3_400]);
});

it('is not known without a bell within the last 30 seconds', () => {
  expect(delayOf(begin + 31_000, [bell(0)])).toBeUndefined();
  expect(delayOf(begin - 1_000, [bell(0)])).toBeUndefined();
  expect(delayOf(begin, [])).toBeUndefined();
});
