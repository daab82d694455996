import { render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { StageCountdown } from './stage-countdown.tsx';

const now = Date.parse('2026-11-21T18:00:00Z');
const hourMs = 3_600_000;

beforeEach(() => vi.useFakeTimers({ now }));
afterEach(() => vi.useRealTimers());

it.each([
  ['the days from two days on', 50 * hourMs, '2 days', 'Starts in 2 days 2 h'],
  ['the clock in the last 48 hours', 47 * hourMs, '47:00:00', 'Starts in 1 day 23 h'],
  ['zero after the start', -hourMs, '00:00:00', 'Starts in 0 s'],
])('shows %s', (_, leftMs, shown, words) => {
  render(<StageCountdown to={new Date(now + leftMs).toISOString()} />);
  expect(screen.getByRole('timer', { name: words }).lastChild?.textContent).toBe(shown);
});
