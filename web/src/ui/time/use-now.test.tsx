import { render } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { useClock } from './use-now.ts';

/** On a slow phone each clock begins in a millisecond of its own. */
const { serverNow } = vi.hoisted(() => {
  let now = 0;
  return { serverNow: () => ++now };
});
vi.mock('../../clock.ts', () => ({ serverNow }));

const read = vi.fn((now: number) => (now > 0 ? 'later' : 'never'));

function Clock() {
  return <span>{useClock(read)}</span>;
}

test('forty clocks that appear together are read a few times each, not once for each other', () => {
  render(Array.from({ length: 40 }, (_, id) => id).map((id) => <Clock key={id} />));
  expect(read.mock.calls.length).toBeLessThan(40 * 8);
});
