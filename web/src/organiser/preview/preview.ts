/**
 * The preview of an organiser: muted, without controls, without a playback session, and outside the player registry, so
 * that several play at the same time and none of them pauses a viewer's player (docs/product.md, 16.13).
 */

import type { OpenEngine } from '../../media/engine/engine.ts';
import { PlayerError } from '../../media/engine/player-error.ts';
import { MediaPlayer } from '../../media/media-player.ts';
import { createStore } from '../../store.ts';

export type PreviewState =
  | { phase: 'connecting' }
  | { phase: 'playing'; player: MediaPlayer }
  | { phase: 'failed'; error: PlayerError };

export interface PreviewParts {
  /** Returns a new signed address. Rejects with PlayerError `refused` when the server gives no address. */
  sign: () => Promise<{ url: string }>;
  openEngine: OpenEngine;
}

export type Preview = ReturnType<typeof createPreview>;

const silent = { read: () => ({ level: 1, isMuted: true }), save: () => {} };

export function createPreview(title: string, { sign, openEngine }: PreviewParts) {
  const store = createStore<PreviewState>({ phase: 'connecting' });
  let player: MediaPlayer | undefined;
  let isOver = false;
  let isWanted = true;

  async function open() {
    try {
      const { url } = await sign();
      if (!isOver) start(url);
    } catch (cause) {
      fail(cause instanceof PlayerError ? cause : new PlayerError('network', 'No address came', { cause }));
    }
  }

  function start(url: string) {
    const opened = new MediaPlayer(
      title,
      { title, description: null, poster: null },
      { openEngine, volume: silent, isBackgroundPause: () => false },
      { onPlay: () => {}, onPause: () => {}, onFailed: fail },
    );
    player = opened;
    store.set({ phase: 'playing', player: opened });
    // The engine renews an expired address by itself.
    const renew = async () => (await sign()).url;
    void opened.open({ url, renew, authorise: () => null, isAuthorised: () => true });
    if (isWanted) opened.play();
  }

  function fail(error: PlayerError) {
    if (isOver) return;
    player?.dispose();
    player = undefined;
    store.set({ phase: 'failed', error });
  }

  function openAgain() {
    store.set({ phase: 'connecting' });
    void open();
  }

  void open();
  return {
    getState: store.get,
    subscribe: store.subscribe,
    retry: openAgain,
    /** A preview that nobody can see is paused: it makes no requests, and goes on at the live edge. */
    setWanted(next: boolean) {
      if (isWanted === next) return;
      isWanted = next;
      if (next) return player?.play();
      player?.returnToEdge();
      player?.pause();
    },
    end() {
      isOver = true;
      player?.dispose();
    },
  };
}
