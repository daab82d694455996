/**
 * The media session of the browser: connects the lock screen, the media keys and headset buttons with the player
 * (docs/product.md, 16.6). It follows the playing player, and keeps a paused one while its route is on screen.
 */
import { artworkOf } from './artwork.ts';
import type { MediaPlayer } from './media-player.ts';
import type { PlayerRegistry } from './player-registry.ts';

const seekStepS = 30;
const updateDebounceMs = 1000;

export function connectMediaSession(registry: PlayerRegistry, mediaSession: MediaSession) {
  let current: MediaPlayer | null = null;
  let stopWatching = () => {};
  let timer: ReturnType<typeof setTimeout> | undefined;

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
    stopWatching = player.subscribe(updateSoon);
    setHandlers(mediaSession, player);
  }

  function detach() {
    stopWatching();
    clearTimeout(timer);
    timer = undefined;
    current = null;
    setHandlers(mediaSession, null);
    mediaSession.metadata = null;
  }

  /** The state changes many times a second; the media session is updated once a second. */
  function updateSoon() {
    timer ??= setTimeout(() => {
      timer = undefined;
      if (current) update(current);
    }, updateDebounceMs);
  }

  function update(player: MediaPlayer) {
    const { title, description, poster, isLive, duration, currentTime, windowStart, playbackRate } =
      player.getState();
    const artwork = poster ? artworkOf(poster) : [];
    mediaSession.metadata = new MediaMetadata({ title, artist: description ?? '', artwork });
    // Without a position, the system shows a live stream.
    if (isLive || !(duration > 0)) return mediaSession.setPositionState();
    const position = Math.min(Math.max(currentTime - windowStart, 0), duration);
    mediaSession.setPositionState({ duration, position, playbackRate });
  }

  registry.subscribe(follow);
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
