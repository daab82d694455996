/**
 * The media session of the browser: connects the lock screen, the media keys and headset buttons with the player
 * (docs/product.md, 16.6). It follows the playing player, and keeps a paused one while its route is on screen.
 */

import type { MediaPlayer } from '../media-player.ts';
import type { PlayerRegistry } from '../player-registry.ts';
import type { PlayerState } from '../player-state.ts';
import { preferences } from '../preferences.ts';
import { artworkOf } from './artwork.ts';

const seekStepS = 30;
const updateDebounceMs = 1000;
/** The system counts the position on by itself; a difference above this is a seek or a stall. */
const positionToleranceS = 1.5;

export function connectMediaSession(registry: PlayerRegistry, mediaSession: MediaSession) {
  let current: MediaPlayer | null = null;
  let stopWatching = () => {};
  let timer: ReturnType<typeof setTimeout> | undefined;
  let told = '';
  let toldAt = { position: 0, at: 0 };

  function follow() {
    const playing = registry.getPlaying();
    if (playing && playing !== current) attach(playing);
    if (current && !registry.isActive(current)) detach();
    mediaSession.playbackState = playing ? 'playing' : current ? 'paused' : 'none';
    updateSoon();
  }

  function attach(player: MediaPlayer) {
    stopWatching();
    current = player;
    told = '';
    stopWatching = player.subscribe(() => {
      if (hasChanged(player.getState())) updateSoon();
    });
    setHandlers(mediaSession, player);
  }

  function detach() {
    stopWatching();
    clearTimeout(timer);
    current = null;
    setHandlers(mediaSession, null);
    mediaSession.metadata = null;
  }

  /** Debounced: a seek with many steps is one update, of where it ends. */
  function updateSoon() {
    clearTimeout(timer);
    timer = setTimeout(() => {
      if (current) update(current);
    }, updateDebounceMs);
  }

  /** Time that passes is no change; without this, a debounce would wait for ever. */
  function hasChanged(state: PlayerState) {
    const text = textOf(state);
    const elapsedS = ((performance.now() - toldAt.at) / 1000) * (state.isPaused ? 0 : state.playbackRate);
    const expected = toldAt.position + elapsedS;
    const hasMoved = !state.isLive && Math.abs(state.currentTime - expected) > positionToleranceS;
    if (text === told && !hasMoved) return false;
    told = text;
    toldAt = { position: state.currentTime, at: performance.now() };
    return true;
  }

  function update(player: MediaPlayer) {
    const { title, description, poster, isLive, duration, currentTime, windowStart, playbackRate } =
      player.getState();
    const artwork = poster ? artworkOf(poster) : [];
    mediaSession.metadata = new MediaMetadata({ title, artist: description ?? '', artwork });
    // Without a position, the system shows a live stream.
    if (isLive || !(duration > 0)) return mediaSession.setPositionState();
    const position = Math.min(Math.max(currentTime - windowStart, 0), duration);
    // A lock screen would show the length of a replay, which is a spoiler.
    const shownDuration = preferences.get().showsLength ? duration : Number.POSITIVE_INFINITY;
    mediaSession.setPositionState({ duration: shownDuration, position, playbackRate });
  }

  registry.subscribe(follow);
  preferences.subscribe(updateSoon);
}

/** What the system is told, apart from the position. */
function textOf({ title, description, poster, isLive, isPaused, duration, playbackRate }: PlayerState) {
  return JSON.stringify([title, description, poster, isLive, isPaused, duration, playbackRate]);
}

const actions = ['play', 'pause', 'seekbackward', 'seekforward', 'seekto'] as const;

function setHandlers(mediaSession: MediaSession, player: MediaPlayer | null) {
  const handlers: Record<(typeof actions)[number], MediaSessionActionHandler> | null = player && {
    play: () => player.play(),
    pause: () => player.pause(),
    seekbackward: ({ seekOffset }) => player.seekBy(-(seekOffset ?? seekStepS)),
    seekforward: ({ seekOffset }) => player.seekBy(seekOffset ?? seekStepS),
    seekto: ({ seekTime }) => player.seekTo(player.getState().windowStart + (seekTime ?? 0)),
  };
  for (const action of actions) {
    try {
      mediaSession.setActionHandler(action, handlers?.[action] ?? null);
    } catch {
      // A browser throws for an action that it does not support.
    }
  }
}
