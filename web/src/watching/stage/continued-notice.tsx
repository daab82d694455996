import { Button } from '@mantine/core';
import { useFocusWithin, useHover, useMergedRef } from '@mantine/hooks';
import { type MouseEvent, useEffect, useState } from 'react';
import type { MediaPlayer } from '../../media/media-player.ts';
import { usePlayerState } from '../../media/use-player-state.ts';
import classes from './continued-notice.module.css';

const shownMs = 10_000;

/**
 * Over a recording that goes on where the viewer stopped. It stays while it is used, and leaves when the viewer goes to
 * another place.
 */
export function ContinuedNotice({ player }: { player: MediaPlayer }) {
  const [isShown, setIsShown] = useState(true);
  const { hovered, ref: hover } = useHover<HTMLDivElement>();
  const { focused, ref: focus } = useFocusWithin<HTMLDivElement>();
  const ref = useMergedRef(hover, focus);
  const isUsed = hovered || focused;
  useEffect(() => {
    if (isUsed) return;
    const timer = setTimeout(() => setIsShown(false), shownMs);
    return () => clearTimeout(timer);
  }, [isUsed]);
  useEffect(() => {
    const { video } = player;
    // The seek to where the viewer stopped comes before the first frame.
    const onSeeking = () => setIsShown((isStill) => isStill && !player.getState().hasFrame);
    video.addEventListener('seeking', onSeeking);
    return () => video.removeEventListener('seeking', onSeeking);
  }, [player]);
  const isEnded = usePlayerState(player, (state) => state.isEnded);
  if (!isShown || isEnded) return null;
  function startOver({ currentTarget, detail }: MouseEvent<HTMLElement>) {
    const playButton = currentTarget.closest('[data-player]')?.querySelector('[data-controls] button');
    // After a press by key: the notice goes, and the focus with it.
    if (detail === 0 && playButton instanceof HTMLElement) playButton.focus();
    player.seekTo(player.getState().windowStart);
    player.play();
    setIsShown(false);
  }
  return (
    <div ref={ref} className={classes.notice}>
      <span role="status">You continue where you stopped.</span>
      <Button size="sm" className={classes.action} onClick={startOver}>
        Start over
      </Button>
    </div>
  );
}
