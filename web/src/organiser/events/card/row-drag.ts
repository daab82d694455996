/**
 * Moves a row of the card with the pointer. Nothing is rendered while it moves: the row is shifted, and a line marks where
 * it would stand. Escape puts it back. The keyboard has buttons for the same.
 */
import { keyOf } from '../../../ui/key-of.ts';
import type { Place } from './card-order.ts';

interface Gap extends Place {
  /** Its height on the page. */
  at: number;
  /** The row or list that shows the line, and at which end. */
  mark: HTMLElement;
  end: 'before' | 'after' | 'empty';
}

/** So near to the edge of the window it scrolls along. */
const edge = 96;
const scrollStep = 12;

/** @param list holds all rows, `[data-bout]`, in lists, `[data-block]`. */
export function dragRow(
  start: PointerEvent,
  list: HTMLElement,
  onDrop: (boutId: string, place: Place) => void,
) {
  const handle = start.target as HTMLElement;
  const row = handle.closest<HTMLElement>('[data-bout]');
  if (!row || start.button !== 0) return;
  const gaps = gapsIn(list, row);
  const lastAt = gaps.at(-1)?.at ?? 0;
  const from = start.clientY + window.scrollY;
  let y = start.clientY;
  let gap: Gap | undefined;
  let frame = 0;
  const listeners = new AbortController();
  const { signal } = listeners;

  function show() {
    const shift = y + window.scrollY - from;
    row?.style.setProperty('translate', `0 ${shift}px`);
    const next = nearest(gaps, y + window.scrollY);
    if (next === gap) return;
    gap?.mark.removeAttribute('data-drop');
    next?.mark.setAttribute('data-drop', next.end);
    gap = next;
  }
  function scrollAlong() {
    // Not beyond the last row: the dragged one makes the page longer as it goes.
    const isBelow = y > window.innerHeight - edge && lastAt + edge / 2 > window.scrollY + window.innerHeight;
    const by = y < edge ? -scrollStep : isBelow ? scrollStep : 0;
    if (by !== 0) {
      window.scrollBy(0, by);
      show();
    }
    frame = requestAnimationFrame(scrollAlong);
  }
  function end() {
    listeners.abort();
    cancelAnimationFrame(frame);
    gap?.mark.removeAttribute('data-drop');
    row?.removeAttribute('data-dragged');
    row?.style.removeProperty('translate');
  }
  start.preventDefault();
  row.setAttribute('data-dragged', '');
  handle.setPointerCapture?.(start.pointerId);
  frame = requestAnimationFrame(scrollAlong);
  handle.addEventListener(
    'pointermove',
    ({ clientY }) => {
      y = clientY;
      show();
    },
    { signal },
  );
  handle.addEventListener(
    'pointerup',
    () => {
      end();
      if (gap && row.dataset.bout) onDrop(row.dataset.bout, gap);
    },
    { signal },
  );
  handle.addEventListener('pointercancel', end, { signal });
  window.addEventListener('keydown', (event) => keyOf(event) === 'Escape' && end(), { signal });
}

/** Every place where a row can stand: measured once, because nothing moves meanwhile. */
function gapsIn(list: HTMLElement, dragged: HTMLElement): Gap[] {
  const top = (element: HTMLElement) => element.getBoundingClientRect().top + window.scrollY;
  const bottom = (element: HTMLElement) => element.getBoundingClientRect().bottom + window.scrollY;
  return [...list.querySelectorAll<HTMLElement>('[data-block]')].flatMap((block): Gap[] => {
    const blockId = block.dataset.block ?? '';
    const rows = [...block.querySelectorAll<HTMLElement>('[data-bout]')];
    const others = rows.filter((row) => row !== dragged);
    const last = others.at(-1);
    // The place of the row itself, where no other one is.
    if (!last) return [{ blockId, index: 0, at: top(block), mark: block, end: 'empty' }];
    return [
      ...others.map((row, index): Gap => ({ blockId, index, at: top(row), mark: row, end: 'before' })),
      { blockId, index: others.length, at: bottom(last), mark: last, end: 'after' },
    ];
  });
}

function nearest(gaps: readonly Gap[], y: number) {
  const distance = ({ at }: Gap) => Math.abs(at - y);
  return gaps.reduce<Gap | undefined>(
    (best, gap) => (best && distance(best) <= distance(gap) ? best : gap),
    undefined,
  );
}
