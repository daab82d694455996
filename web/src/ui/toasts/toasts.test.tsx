/** docs/product.md, 4.8: a toast whose code cannot be loaded. */
import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { renderPage } from '../../test/render.tsx';
import { hideToast, showToast } from './toasts.tsx';

vi.mock('./toast-area.tsx', () => {
  throw new TypeError('Failed to fetch dynamically imported module');
});

afterEach(() => {
  for (const id of ['a', 'b']) hideToast(id);
  vi.useRealTimers();
});

it('is said in plain words, and can be closed', async () => {
  renderPage(<p>page</p>);
  showToast({ id: 'a', title: 'Too Many Requests', description: 'Try again in a minute.' });
  showToast({ id: 'b', title: 'No reminder of Gala', description: <button type="button">Undo</button> });
  const [first, second] = await screen.findAllByRole('alert');
  expect(first?.textContent).toContain('Too Many Requests Try again in a minute.');
  expect(second?.textContent).toMatch(/^No reminder of Gala/);
  expect(screen.queryByText('Undo')).toBeNull();
  await userEvent.click(screen.getAllByRole('button', { name: 'Close notification' })[0] as HTMLElement);
  expect(screen.getAllByRole('alert')).toEqual([second]);
});

it('is replaced by the next one with its id, hidden, and goes by itself', async () => {
  renderPage(<p>page</p>);
  showToast({ id: 'a', title: 'First' });
  await screen.findByText('First');
  vi.useFakeTimers();
  showToast({ id: 'a', title: 'Second' });
  await act(() => vi.advanceTimersByTimeAsync(100));
  expect(screen.getAllByRole('alert').map(({ textContent }) => textContent)).toEqual(['Second×']);
  await act(() => vi.advanceTimersByTimeAsync(5000));
  expect(screen.queryByRole('alert')).toBeNull();
  showToast({ id: 'b', title: 'Third' });
  await act(() => vi.advanceTimersByTimeAsync(100));
  expect(screen.getByRole('alert')).toBeDefined();
  act(() => hideToast('b'));
  expect(screen.queryByRole('alert')).toBeNull();
});
