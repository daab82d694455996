/**
 * All players of the app, without React (docs/product.md, 16.1 to 16.4). Only one is *playing*: starting another one
 * pauses it and takes it out of picture-in-picture. A player is *active* while its route is on screen. After that it
 * is *kept*, paused and without requests, for a quick return; the least recently used one is evicted first. A player
 * that fails is disposed of, and its error handlers are called.
 */

import { createEvent } from '../store.ts';
import type { PlayerError } from './engine/player-error.ts';
import { MediaPlayer, type PlayerParts } from './media-player.ts';
import type { MediaDetails } from './player-state.ts';

/** Picture-in-picture waits this long for the picture of the next camera. */
const nextPictureWithinMs = 10_000;

export type PlayerRegistry = ReturnType<typeof createPlayerRegistry>;

export function createPlayerRegistry({ maxKept, ...parts }: PlayerParts & { maxKept: number }) {
  /** Least recently used first. */
  const players = new Map<string, MediaPlayer>();
  const activeIds = new Set<string>();
  const changed = createEvent();
  const failed = createEvent<[MediaPlayer, PlayerError]>();
  let playing: MediaPlayer | null = null;
  /** Deactivated, but in picture-in-picture until the next camera takes its place there. */
  let handing: { player: MediaPlayer; timer: ReturnType<typeof setTimeout> } | null = null;

  function setPlaying(next: MediaPlayer | null) {
    if (playing === next) return;
    playing = next;
    changed.emit();
  }

  function create(mediaId: string, details: MediaDetails) {
    const player: MediaPlayer = new MediaPlayer(mediaId, details, parts, {
      onPlay: () => takeOver(player),
      onPause: () => release(player),
      onFailed: (error) => fail(player, error),
    });
    return player;
  }

  function takeOver(player: MediaPlayer) {
    const previous = playing;
    setPlaying(player);
    takePictureInPicture(player);
    if (!previous || previous === player) return;
    previous.pause();
    void previous.leavePictureInPicture();
  }

  function handOver(player: MediaPlayer) {
    endHandover();
    handing = { player, timer: setTimeout(endHandover, nextPictureWithinMs) };
  }

  /** Nobody has taken its place. */
  function endHandover() {
    if (!handing) return;
    const { player, timer } = handing;
    clearTimeout(timer);
    handing = null;
    void player.leavePictureInPicture();
  }

  function takePictureInPicture(next: MediaPlayer) {
    if (!handing) return;
    const { player, timer } = handing;
    clearTimeout(timer);
    handing = null;
    if (next !== player) void next.takePictureInPictureOf(player);
  }

  function release(player: MediaPlayer) {
    if (playing === player) setPlaying(null);
  }

  function remove(player: MediaPlayer) {
    release(player);
    players.delete(player.mediaId);
    activeIds.delete(player.mediaId);
    void player.leavePictureInPicture();
    player.dispose();
    changed.emit();
  }

  function fail(player: MediaPlayer, error: PlayerError) {
    remove(player);
    failed.emit(player, error);
  }

  function evictLeastRecentlyUsed() {
    const kept = [...players.values()].filter(({ mediaId }) => !activeIds.has(mediaId));
    for (const player of kept.slice(0, Math.max(0, kept.length - maxKept))) remove(player);
  }

  return {
    /** The route of this player is on screen. Returns the kept player or a new one. */
    activate(mediaId: string, details: MediaDetails): MediaPlayer {
      const player = players.get(mediaId) ?? create(mediaId, details);
      players.delete(mediaId);
      players.set(mediaId, player);
      activeIds.add(mediaId);
      player.setDetails(details);
      evictLeastRecentlyUsed();
      return player;
    },

    /**
     * The route was left: the player is paused and may be evicted.
     * @param isHandedOver another camera goes on; in picture-in-picture the last picture stays until its own comes.
     */
    deactivate(mediaId: string, { isHandedOver = false } = {}) {
      activeIds.delete(mediaId);
      const player = players.get(mediaId);
      if (!player) return;
      player.returnToEdge();
      player.pause();
      if (isHandedOver && player.getState().isInPictureInPicture) handOver(player);
      else void player.leavePictureInPicture();
      evictLeastRecentlyUsed();
      changed.emit();
    },

    /** What this player showed has ended: it is of no use when the viewer returns. */
    discard(mediaId: string) {
      const player = players.get(mediaId);
      if (player) remove(player);
    },

    /** Registers an error handler for one player; returns a function that removes it. */
    onError(mediaId: string, handler: (error: PlayerError) => void) {
      return failed.subscribe((player, error) => {
        if (player.mediaId === mediaId) handler(error);
      });
    },

    getPlaying: () => playing,
    getActive: () => [...players.values()].filter(({ mediaId }) => activeIds.has(mediaId)),
    getKept: () => [...players.values()].filter(({ mediaId }) => !activeIds.has(mediaId)),
    isActive: (player: MediaPlayer) => activeIds.has(player.mediaId),
    /** Listeners are called when the playing player changes, and when a player is deactivated or removed. */
    subscribe: changed.subscribe,
  };
}
