import { useLayoutEffect, useRef } from 'react';
import type { MediaPlayer } from './media-player.ts';
import classes from './player.module.css';

/** Where the player's own video element stands while its route is on screen. */
export function PlayerSurface({ player }: { player: MediaPlayer }) {
  const surface = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const { video } = player;
    surface.current?.append(video);
    return () => video.remove();
  }, [player]);
  return <div ref={surface} className={classes.surface} />;
}
