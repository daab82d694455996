import type { MediaPlayer } from './media-player.ts';

export type ActivePlayer = Pick<
  MediaPlayer,
  'mediaId' | 'getState' | 'subscribe' | 'figures' | 'positionOf' | 'seekTo' | 'setChapters'
>;

type Read = () => readonly ActivePlayer[];

let read: Read = () => [];
let readKept: Read = () => [];

/** The code of the players is there. */
export function setActivePlayers(active: Read, kept: Read = () => []) {
  read = active;
  readKept = kept;
}

/** The players that are on screen in this tab: for pages that play nothing themselves and do not load a player for that. */
export const activePlayers: Read = () => read();

/** Those whose page was left, and which go on where they are when the viewer returns. */
export const keptPlayers: Read = () => readKept();
