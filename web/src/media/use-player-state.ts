import { useSyncExternalStore } from 'react';
import type { MediaPlayer } from './media-player.ts';
import type { PlayerState } from './player-state.ts';

/** Selects a part of the player's state; the component renders again only when that part changes. */
export function usePlayerState<Part>(
  player: Pick<MediaPlayer, 'getState' | 'subscribe'>,
  select: (state: PlayerState) => Part,
) {
  const read = () => select(player.getState());
  return useSyncExternalStore(player.subscribe, read, read);
}
