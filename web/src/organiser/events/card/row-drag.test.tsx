/** docs/product/card.md, 43.85. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { dragRow } from './row-drag.ts';

const rowHeight = 90;
let frames: FrameRequestCallback[] = [];
let scrolled = 0;

beforeEach(() => {
  [frames, scrolled] = [[], 0];
  vi.stubGlobal('innerHeight', 900);
  vi.spyOn(window, 'scrollY', 'get').mockImplementation(() => scrolled);
  vi.spyOn(window, 'scrollBy').mockImplementation(((_x: number, y: number) => {
    scrolled = Math.max(0, scrolled + y);
  }) as never);
  vi.spyOn(window, 'requestAnimationFrame').mockImplementation((frame) => frames.push(frame));
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  document.body.replaceChildren();
});

/** A card of 60 rows; the first one is taken. */
function take(onDrop: Parameters<typeof dragRow>[2]) {
  const list = document.createElement('div');
  list.innerHTML = `<ol data-block="main">${Array.from({ length: 60 }, (_, index) => `<li data-bout="${index}"><span></span></li>`).join('')}</ol>`;
  document.body.append(list);
  for (const row of list.querySelectorAll<HTMLElement>('[data-bout]')) {
    const top = Number(row.dataset.bout) * rowHeight;
    row.getBoundingClientRect = () =>
      ({ top: top - scrolled, bottom: top + rowHeight - scrolled }) as DOMRect;
  }
  const handle = list.querySelector('span') as HTMLElement;
  const send = (type: string, clientY: number) =>
    handle.dispatchEvent(new MouseEvent(type, { clientY, button: 0, bubbles: true }));
  handle.addEventListener('pointerdown', (event) => dragRow(event as PointerEvent, list, onDrop));
  send('pointerdown', 10);
  return send;
}

const runFrames = (count: number) => {
  for (let time = 0; time < count; time++) for (const frame of frames.splice(0)) frame(0);
};

it('scrolls along to the end of the card and no further', () => {
  const onDrop = vi.fn();
  const send = take(onDrop);
  send('pointermove', 890);
  runFrames(5_000);
  const bottom = 60 * rowHeight;
  expect(scrolled + 900).toBeGreaterThanOrEqual(bottom);
  expect(scrolled + 900).toBeLessThan(bottom + 100);
  send('pointerup', 890);
  expect(onDrop).toHaveBeenCalledWith('0', expect.objectContaining({ blockId: 'main', index: 59 }));
});
