import { Button } from '@mantine/core';
import { useFocusWithin, useHover, useMergedRef } from '@mantine/hooks';
import { type MouseEvent, useEffect, useSyncExternalStore } from 'react';
import type { MediaPlayer } from '../../../media/media-player.ts';
import { usePlayerState } from '../../../media/use-player-state.ts';
import type { Continued } from '../watch/continued.ts';
import classes from './continued-notice.module.css';

interface Props {
  continued: Continued;
  player: MediaPlayer;
}

/**
 * Over a recording that goes on where the viewer stopped. It stays while it is used, and leaves when the viewer goes to
 * another place.
 */
export function ContinuedNotice({ continued, player }: Props) {
  const isTold = useSyncExternalStore(continued.subscribe, continued.isTold, continued.isTold);
  const { hovered, ref: hover } = useHover<HTMLDivElement>();
  const { focused, ref: focus } = useFocusWithin<HTMLDivElement>();
  const ref = useMergedRef(hover, focus);
  const isUsed = hovered || focused;
  useEffect(() => {
    continued.setUsed(isUsed);
    return () => continued.setUsed(false);
  }, [continued, isUsed]);
  const isEnded = usePlayerState(player, (state) => state.isEnded);
  if (!isTold || isEnded) return null;
  function startOver({ currentTarget, detail }: MouseEvent<HTMLElement>) {
    const playButton = currentTarget.closest('[data-player]')?.querySelector('[data-controls] button');
    // After a press by key: the notice goes, and the focus with it.
    if (detail === 0 && playButton instanceof HTMLElement) playButton.focus();
    player.seekTo(player.getState().windowStart);
    player.play();
    continued.end();
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
