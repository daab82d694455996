import { useLayoutEffect, useRef } from 'react';
import type { MediaPlayer } from './media-player.ts';
import classes from './player/player.module.css';
import { earlyStageAttribute } from './video-element.ts';

/** Holds the player's video element while its route is on screen. */
export function PlayerSurface({ player }: { player: MediaPlayer }) {
  const surface = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const { video } = player;
    const early = video.closest(`[${earlyStageAttribute}]`);
    // An element that is moved within one task keeps playing.
    surface.current?.append(video);
    video.removeAttribute('style');
    early?.remove();
    const own = surface.current;
    // Another surface may have taken it meanwhile.
    return () => {
      if (video.parentNode === own) video.remove();
    };
  }, [player]);
  return <div ref={surface} className={classes.surface} />;
}
