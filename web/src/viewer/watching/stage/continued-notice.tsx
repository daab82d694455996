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
 * Over a recording that goes on where the viewer stopped, or at the beginning of that fight. It comes with the picture, stays while
 * it is used, and leaves when the viewer goes to another place.
 */
export function ContinuedNotice({ continued, player }: Props) {
  const isTold = useSyncExternalStore(continued.subscribe, continued.isTold, continued.isTold);
  const { hovered, ref: hover } = useHover<HTMLDivElement>();
  const { focused, ref: focus } = useFocusWithin<HTMLDivElement>();
  const ref = useMergedRef(hover, focus);
  const isUsed = hovered || focused;
  const isEnded = usePlayerState(player, (state) => state.isEnded);
  const isFromFight = usePlayerState(player, continued.isFromFight);
  const hasCome = isFromFight !== undefined;
  useEffect(() => {
    if (!hasCome) return;
    continued.setUsed(isUsed);
    return () => continued.setUsed(false);
  }, [continued, hasCome, isUsed]);
  if (!isTold || !hasCome || isEnded) return null;
  function go({ currentTarget, detail }: MouseEvent<HTMLElement>) {
    const playButton = currentTarget.closest('[data-player]')?.querySelector('[data-controls] button');
    // After a press by key: the notice goes, and the focus with it.
    if (detail === 0 && playButton instanceof HTMLElement) playButton.focus();
    player.seekTo(player.getState().windowStart + (isFromFight ? continued.stoppedAt : 0));
    player.play();
    continued.end();
  }
  return (
    <div ref={ref} className={classes.notice}>
      <span role="status">
        {isFromFight ? 'You continue at the start of this fight.' : 'You continue where you stopped.'}
      </span>
      <Button size="sm" className={classes.action} onClick={go}>
        {isFromFight ? 'Where I stopped' : 'Start over'}
      </Button>
    </div>
  );
}
