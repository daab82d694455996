/** Nothing is sent for a page that nobody sees (docs/product.md, 35.4). */
import { expect, it, vi } from 'vitest';
import { whenSeen } from './when-seen.ts';

async function isSeen(seen: Promise<void>) {
  const nothing = Symbol('not yet');
  await Promise.resolve();
  return (await Promise.race([seen, Promise.resolve(nothing)])) !== nothing;
}

it('resolves at once for a page on screen', async () => {
  expect(await isSeen(whenSeen())).toBe(true);
});

it('waits in a background tab until the viewer opens it', async () => {
  const state = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  const seen = whenSeen();
  expect(await isSeen(seen)).toBe(false);
  document.dispatchEvent(new Event('visibilitychange'));
  expect(await isSeen(seen)).toBe(false);
  state.mockReturnValue('visible');
  document.dispatchEvent(new Event('visibilitychange'));
  expect(await isSeen(seen)).toBe(true);
});

it('waits while the page is prerendered', async () => {
  Object.defineProperty(document, 'prerendering', { configurable: true, value: true });
  const seen = whenSeen();
  expect(await isSeen(seen)).toBe(false);
  Object.defineProperty(document, 'prerendering', { configurable: true, value: false });
  document.dispatchEvent(new Event('prerenderingchange'));
  expect(await isSeen(seen)).toBe(true);
});
