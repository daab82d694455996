import { useEffect, useState, useSyncExternalStore } from 'react';
import { previewSlots } from './preview-slots.ts';

/** Somebody who scrolls past does not want it. */
const stayMs = 200;

/** The slot of one preview, which it asks for as soon as it has been wanted for a moment. */
export function usePreviewSlot(isWanted: boolean) {
  const [slot] = useState(() => previewSlots.create());
  useEffect(() => {
    if (!isWanted) return;
    const timer = setTimeout(() => slot.want(true), stayMs);
    return () => {
      clearTimeout(timer);
      slot.want(false);
    };
  }, [isWanted, slot]);
  return useSyncExternalStore(slot.subscribe, slot.get);
}
