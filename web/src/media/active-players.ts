import type { MediaPlayer } from './media-player.ts';

export type ActivePlayer = Pick<
  MediaPlayer,
  'mediaId' | 'getState' | 'subscribe' | 'figures' | 'positionOf' | 'seekTo' | 'setChapters'
>;

type Read = () => readonly ActivePlayer[];

let read: Read = () => [];

/** The code of the players is there. */
export const setActivePlayers = (next: Read) => {
  read = next;
};

/** The players that are on screen in this tab: for pages that play nothing themselves and do not load a player for that. */
export const activePlayers: Read = () => read();
