import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { preloadOnIntent } from './preload.ts';

let stop = () => {};
const loads = new Map<string, () => void>();

beforeEach(() => {
  loads.clear();
  document.body.innerHTML = [1, 2, 3, 4, 5, 6].map((n) => `<a href="/page-${n}"><b>${n}</b></a>`).join('');
  stop = preloadOnIntent(
    [1, 2, 3, 4, 5, 6].map((n) => ({
      path: `/page-${n}`,
      handle: { preload: () => new Promise<void>((resolve) => loads.set(`/page-${n}`, resolve)) },
    })),
  );
});

afterEach(() => stop());

function hover(n: number) {
  document.querySelector(`[href="/page-${n}"] b`)?.dispatchEvent(new Event('pointerover', { bubbles: true }));
}

it('loads a page once when its link is hovered or focused', () => {
  hover(1);
  hover(1);
  document.querySelector<HTMLAnchorElement>('[href="/page-2"]')?.focus();
  expect([...loads.keys()]).toEqual(['/page-1', '/page-2']);
});

it('loads four pages at a time and queues the next one', async () => {
  for (const n of [1, 2, 3, 4, 5, 6]) hover(n);
  expect(loads.size).toBe(4);
  loads.get('/page-1')?.();
  await vi.waitFor(() => expect(loads.has('/page-5')).toBe(true));
  expect(loads.has('/page-6')).toBe(false);
});
