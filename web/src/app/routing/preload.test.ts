import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { preloadOnIntent } from './preload.ts';

let stop = () => {};
const onFirst = vi.fn();
const loads = new Map<string, () => void>();

beforeEach(() => {
  loads.clear();
  document.body.innerHTML = [1, 2, 3, 4, 5, 6].map((n) => `<a href="/page-${n}"><b>${n}</b></a>`).join('');
  const routes = [1, 2, 3, 4, 5, 6].map((n) => ({
    path: `/page-${n}`,
    handle: { preload: () => new Promise<void>((resolve) => loads.set(`/page-${n}`, resolve)) },
  }));
  onFirst.mockClear();
  stop = preloadOnIntent(() => routes, onFirst);
});

afterEach(() => stop());

function hover(n: number) {
  document.querySelector(`[href="/page-${n}"] b`)?.dispatchEvent(new Event('pointerover', { bubbles: true }));
}

it('loads a page once when its link is hovered or focused', () => {
  hover(1);
  hover(1);
  document.querySelector<HTMLAnchorElement>('[href="/page-2"]')?.focus();
  expect(onFirst).toHaveBeenCalledOnce();
  expect([...loads.keys()]).toEqual(['/page-1', '/page-2']);
});

it('has a queue of four pages, and takes another one when there is room again', async () => {
  for (const n of [1, 2, 3, 4, 5, 6]) hover(n);
  expect([...loads.keys()]).toEqual(['/page-1', '/page-2', '/page-3', '/page-4']);
  loads.get('/page-1')?.();
  await vi.waitFor(() => {
    hover(5);
    expect(loads.has('/page-5')).toBe(true);
  }, 15_000);
  hover(6);
  expect(loads.has('/page-6')).toBe(false);
});
