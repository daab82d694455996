/**
 * How many previews run at the same time (docs/product.md, 16.14). A preview that is wanted takes a slot, or waits for
 * one. One that nobody can see any more keeps its slot for a moment, so that it goes on at once when somebody scrolls
 * back; it gives the slot up at once when another preview waits.
 */
import { createStore } from '../../store.ts';

/** Each one costs a decoder, a buffer and requests; phones have few decoders. */
export const previewsAtOnce = 8;
const keepMs = 5000;

export interface PreviewSlot {
  /** `waiting`: wanted, but the others have all slots. */
  get: () => 'none' | 'waiting' | 'held';
  subscribe: (listener: () => void) => () => void;
  want: (isWanted: boolean) => void;
}

interface Place {
  state: ReturnType<typeof createStore<'none' | 'waiting' | 'held'>>;
  /** Runs while the slot is held and the preview is not wanted. */
  timer: ReturnType<typeof setTimeout> | undefined;
}

export function createPreviewSlots(count = previewsAtOnce) {
  const holders = new Set<Place>();
  const waiting = new Set<Place>();

  function hold(place: Place) {
    waiting.delete(place);
    holders.add(place);
    place.state.set('held');
  }

  function release(place: Place) {
    clearTimeout(place.timer);
    place.timer = undefined;
    holders.delete(place);
    place.state.set('none');
    const [next] = waiting;
    if (next && holders.size < count) hold(next);
  }

  function want(place: Place) {
    clearTimeout(place.timer);
    place.timer = undefined;
    if (holders.has(place)) return;
    const idle = [...holders].find(({ timer }) => timer !== undefined);
    if (holders.size >= count && idle) release(idle);
    if (holders.size < count) return hold(place);
    waiting.add(place);
    place.state.set('waiting');
  }

  function leave(place: Place) {
    if (waiting.delete(place)) place.state.set('none');
    if (!holders.has(place) || place.timer !== undefined) return;
    if (waiting.size > 0) return release(place);
    place.timer = setTimeout(() => release(place), keepMs);
  }

  return {
    create(): PreviewSlot {
      const place: Place = { state: createStore<'none' | 'waiting' | 'held'>('none'), timer: undefined };
      return {
        get: place.state.get,
        subscribe: place.state.subscribe,
        want: (isWanted) => (isWanted ? want(place) : leave(place)),
      };
    },
  };
}

export const previewSlots = createPreviewSlots();
