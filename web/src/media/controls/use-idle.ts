import { useCallback, useEffect, useRef, useState } from 'react';

const hideAfterMs = 3000;

export interface Idle {
  isIdle: boolean;
  /** Shows the controls and restarts the timer. */
  show: () => void;
  /** Hides them at once, unless they are in use. */
  hide: () => void;
}

/**
 * Hides the controls 3 s after the viewer's last input, but never while one of them has the keyboard focus, a menu is
 * open or the mouse is over them.
 */
export function useIdle(frame: HTMLElement | null, { mayHide }: { mayHide: boolean }): Idle {
  const [isIdle, setIsIdle] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  const hide = useCallback(() => {
    clearTimeout(timer.current);
    if (frame && isInUse(frame)) {
      timer.current = setTimeout(hide, hideAfterMs);
      return;
    }
    setIsIdle(true);
  }, [frame]);

  const show = useCallback(() => {
    clearTimeout(timer.current);
    setIsIdle(false);
    timer.current = setTimeout(hide, hideAfterMs);
  }, [hide]);

  useEffect(() => {
    if (!frame) return;
    const listening = new AbortController();
    const { signal } = listening;
    // Touches are left to `useGestures`.
    const onMove = (event: PointerEvent) => event.pointerType === 'mouse' && show();
    const onLeave = (event: PointerEvent) => event.pointerType === 'mouse' && hide();
    frame.addEventListener('pointermove', onMove, { signal });
    frame.addEventListener('pointerleave', onLeave, { signal });
    frame.addEventListener('focusin', show, { signal });
    frame.addEventListener('keydown', show, { signal });
    show();
    return () => {
      listening.abort();
      clearTimeout(timer.current);
    };
  }, [frame, show, hide]);

  return { isIdle: isIdle && mayHide, show, hide };
}

function isInUse(frame: HTMLElement) {
  return Boolean(
    frame.querySelector(
      '[data-controls] :focus-visible, [role="menu"], [data-controls] > :hover, [data-dragging]',
    ),
  );
}
