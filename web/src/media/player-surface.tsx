import { useLayoutEffect, useRef } from 'react';
import type { MediaPlayer } from './media-player.ts';
import classes from './player.module.css';
import { earlyStageAttribute } from './video-element.ts';

/** Where the player's own video element stands while its route is on screen. */
export function PlayerSurface({ player }: { player: MediaPlayer }) {
  const surface = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const { video } = player;
    const early = video.closest(`[${earlyStageAttribute}]`);
    // Moved within one task, the element plays on.
    surface.current?.append(video);
    video.removeAttribute('style');
    early?.remove();
    return () => video.remove();
  }, [player]);
  return <div ref={surface} className={classes.surface} />;
}
