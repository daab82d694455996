import { useState } from 'react';
import { type Chapter, chapterAt } from '../chapters.ts';
import type { MediaPlayer } from '../media-player.ts';
import { usePlayerState } from '../use-player-state.ts';
import { usePreferences } from '../use-preferences.ts';

/**
 * Spoiler-safe (docs/product.md, 41.16): how many chapters are still to come, and what they are called, says how a fight
 * goes on. Without *Show length* a viewer sees those that the video has reached.
 */
export function useShownChapters(player: MediaPlayer): readonly Chapter[] {
  const { showsLength } = usePreferences();
  const chapters = usePlayerState(player, (state) => state.chapters);
  const isLive = usePlayerState(player, (state) => state.isLive);
  const reached = usePlayerState(player, ({ currentTime }) => chapterAt(chapters, currentTime) + 1);
  const [furthest, setFurthest] = useState(0);
  if (reached > furthest) setFurthest(reached);
  if (isLive) return [];
  return showsLength ? chapters : chapters.slice(0, Math.max(reached, furthest));
}
