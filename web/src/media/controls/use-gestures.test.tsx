import { fireEvent, render, screen } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { toggleFullscreen } from '../fullscreen.ts';
import type { MediaPlayer } from '../media-player.ts';
import { useGestures } from './use-gestures.ts';

vi.mock('../fullscreen.ts', () => ({ toggleFullscreen: vi.fn() }));

const player = {
  video: null,
  getState: () => ({ isPaused: false }),
  play: vi.fn(),
  pause: vi.fn(),
  seekBy: vi.fn(),
};
const idle = { isIdle: false, show: vi.fn(), hide: vi.fn() };

function Area({ isIdle = false }: { isIdle?: boolean }) {
  const frame = document.body;
  const { handlers, feedback } = useGestures(player as unknown as MediaPlayer, frame, { ...idle, isIdle });
  return (
    <div data-testid="area" {...handlers}>
      {feedback ? `${feedback.side} ${feedback.seconds}` : null}
    </div>
  );
}

beforeEach(() => {
  vi.clearAllMocks();
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, 300, 200));
});

/** jsdom's pointer events lack the pointer type and the time. */
function release(pointerType: string, clientX = 40, timeStamp = 1000) {
  const event = new MouseEvent('pointerup', { bubbles: true, clientX, button: 0 });
  Object.defineProperty(event, 'pointerType', { value: pointerType });
  Object.defineProperty(event, 'timeStamp', { value: timeStamp });
  fireEvent(screen.getByTestId('area'), event);
}

describe('mouse', () => {
  it('plays or pauses on a click and toggles full screen on a double click', () => {
    render(<Area />);
    release('mouse');
    expect(player.pause).toHaveBeenCalledTimes(1);
    fireEvent.doubleClick(screen.getByTestId('area'));
    expect(toggleFullscreen).toHaveBeenCalledTimes(1);
  });
});

describe('touch', () => {
  it('shows the controls on a tap and hides them on the next', () => {
    const { rerender } = render(<Area isIdle />);
    release('touch');
    expect(idle.show).toHaveBeenCalledTimes(1);
    expect(player.pause).not.toHaveBeenCalled();
    rerender(<Area />);
    release('touch', 40, 5000);
    expect(idle.hide).toHaveBeenCalledTimes(1);
  });

  it('seeks 10 s back on a double tap on the left, and another 10 s on each further tap', () => {
    render(<Area />);
    for (const at of [1000, 1200, 1400]) release('touch', 40, at);
    fireEvent.doubleClick(screen.getByTestId('area'));
    expect(player.seekBy.mock.calls).toEqual([[-10], [-10]]);
    expect(screen.getByTestId('area').textContent).toBe('left 20');
    expect(toggleFullscreen).not.toHaveBeenCalled();
  });

  it('seeks forward on the right, and not at all on taps on both sides', () => {
    render(<Area />);
    release('touch', 40, 1000);
    release('touch', 260, 1100);
    expect(player.seekBy).not.toHaveBeenCalled();
    release('touch', 260, 1300);
    expect(player.seekBy.mock.calls).toEqual([[10]]);
  });
});
