import { act, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { LoadingBar } from './loading-bar.tsx';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms));
const phase = () => screen.queryByRole('progressbar')?.dataset.phase ?? 'hidden';

it('appears after 200 ms, stays full for 500 ms and disappears 400 ms later', () => {
  const { rerender } = render(<LoadingBar isLoading />);
  pass(199);
  expect(phase()).toBe('hidden');
  pass(1);
  expect(phase()).toBe('running');
  rerender(<LoadingBar isLoading={false} />);
  expect(phase()).toBe('finished');
  pass(499);
  expect(phase()).toBe('finished');
  pass(1);
  expect(phase()).toBe('fading');
  pass(400);
  expect(phase()).toBe('hidden');
});

it('does not appear for a page that loads at once', () => {
  const { rerender } = render(<LoadingBar isLoading />);
  pass(150);
  rerender(<LoadingBar isLoading={false} />);
  pass(2000);
  expect(phase()).toBe('hidden');
});

it('lies in a live region, because it is outside the landmarks of the page', () => {
  render(<LoadingBar isLoading />);
  pass(200);
  expect(screen.getByRole('progressbar').closest('[aria-live="polite"]')).not.toBeNull();
});
