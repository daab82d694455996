import { useCallback, useEffect, useRef, useState } from 'react';

const hideAfterMs = 3000;

export interface Idle {
  isIdle: boolean;
  /** Shows the controls for another while. */
  wake: () => void;
  /** Hides them at once, where they may be hidden. */
  rest: () => void;
}

/**
 * Hides the controls 3 s after the last sign of the viewer, but never while one of them has the keyboard's
 * focus, a menu is open or the mouse rests on them.
 */
export function useIdle(frame: HTMLElement | null, { mayHide }: { mayHide: boolean }): Idle {
  const [isIdle, setIsIdle] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  const rest = useCallback(() => {
    clearTimeout(timer.current);
    if (frame && isInUse(frame)) {
      timer.current = setTimeout(rest, hideAfterMs);
      return;
    }
    setIsIdle(true);
  }, [frame]);

  const wake = useCallback(() => {
    clearTimeout(timer.current);
    setIsIdle(false);
    timer.current = setTimeout(rest, hideAfterMs);
  }, [rest]);

  useEffect(() => {
    if (!frame) return;
    const listening = new AbortController();
    const { signal } = listening;
    // A finger wakes the controls by its tap, which the gestures judge.
    const onMove = (event: PointerEvent) => event.pointerType === 'mouse' && wake();
    const onLeave = (event: PointerEvent) => event.pointerType === 'mouse' && rest();
    frame.addEventListener('pointermove', onMove, { signal });
    frame.addEventListener('pointerleave', onLeave, { signal });
    frame.addEventListener('focusin', wake, { signal });
    frame.addEventListener('keydown', wake, { signal });
    wake();
    return () => {
      listening.abort();
      clearTimeout(timer.current);
    };
  }, [frame, wake, rest]);

  return { isIdle: isIdle && mayHide, wake, rest };
}

function isInUse(frame: HTMLElement) {
  return Boolean(
    frame.querySelector(
      '[data-controls] :focus-visible, [role="menu"], [data-controls] > :hover, [data-dragging]',
    ),
  );
}
