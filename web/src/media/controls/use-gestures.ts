import { type PointerEvent, useRef, useState } from 'react';
import { toggleFullscreen } from '../fullscreen.ts';
import type { MediaPlayer } from '../media-player.ts';
import type { Idle } from './use-idle.ts';

const doubleTapMs = 300;
const tapSeekS = 10;

export interface SeekFeedback {
  id: number;
  side: 'left' | 'right';
  seconds: number;
}

/**
 * Mouse: a click plays or pauses, a double click toggles full screen. Touch: a tap shows or hides the controls; a
 * double tap on one side seeks 10 s back or forward, and each further tap another 10 s.
 */
export function useGestures(player: MediaPlayer, frame: HTMLElement | null, idle: Idle) {
  const [feedback, setFeedback] = useState<SeekFeedback | null>(null);
  const pointer = useRef('mouse');
  const lastTap = useRef<{ at: number; side: SeekFeedback['side']; count: number } | null>(null);

  function onTap(event: PointerEvent<HTMLElement>) {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    const side = event.clientX - left < width / 2 ? 'left' : 'right';
    const previous = lastTap.current;
    const isRepeated = previous?.side === side && event.timeStamp - previous.at < doubleTapMs;
    const count = isRepeated ? previous.count + 1 : 0;
    lastTap.current = { at: event.timeStamp, side, count };
    if (count > 0) seek(side, count);
    else if (idle.isIdle) idle.show();
    else idle.hide();
  }

  function seek(side: SeekFeedback['side'], count: number) {
    player.seekBy(side === 'left' ? -tapSeekS : tapSeekS);
    setFeedback({ id: performance.now(), side, seconds: count * tapSeekS });
  }

  function onPointerUp(event: PointerEvent<HTMLElement>) {
    pointer.current = event.pointerType;
    if (event.pointerType !== 'mouse') onTap(event);
    else if (event.button === 0) (player.getState().isPaused ? player.play : player.pause)();
  }

  function onDoubleClick() {
    // A double tap also fires this event. The two single clicks have paused and resumed, so nothing is to be undone.
    if (frame && pointer.current === 'mouse') void toggleFullscreen(frame, player.video);
  }

  return { feedback, handlers: { onPointerUp, onDoubleClick } };
}
