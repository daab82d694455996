/**
 * One player: its video element, its engine and its state. The controls read the state and call the methods; they
 * never touch the element. Every start goes through the `play` event of the element, whether the viewer pressed our
 * button, a media key or the picture-in-picture window: the source checks the viewer's session, and then loading
 * starts. Every pause stops loading.
 */
import { createStore } from '../store.ts';
import { playAsAllowed } from './autoplay.ts';
import { captionsOf, onCaptions, showCaption, shownCaption } from './captions.ts';
import { castVideo, watchCasting } from './casting.ts';
import { createEdgeFollower } from './edge-follower.ts';
import type { Engine, EngineEvents, EngineSource, OpenEngine } from './engine/engine.ts';
import { isBuffered } from './engine/live-latency.ts';
import { PlayerError } from './engine/player-error.ts';
import { initialState, type MediaDetails, observe, type PlayerState } from './player-state.ts';
import {
  createVideo,
  enterPictureInPicture,
  leavePictureInPicture,
  takePictureInPicture,
} from './video-element.ts';
import type { VolumeStore } from './volume.ts';

export interface PlayerSource extends EngineSource {
  /**
   * Called at each start. Returns null when the session is still valid; otherwise begins it again and resolves with
   * the new address. Rejects with PlayerError when the viewer may not watch.
   */
  authorise: () => Promise<string> | null;
  /** True when a paused player may load, to show the position that the viewer seeks to. */
  isAuthorised: () => boolean;
}

export interface PlayerParts {
  openEngine: OpenEngine;
  volume: VolumeStore;
  /** True when the system has paused the video because the app went to the background. */
  isBackgroundPause: () => boolean;
}

interface PlayerEvents {
  onPlay: () => void;
  onPause: () => void;
  onFailed: (error: PlayerError) => void;
}

export type MediaPlayer = ReturnType<typeof createMediaPlayer>;

const tickMs = 1000;
const observedEvents = 'timeupdate seeking seeked progress loadeddata waiting playing canplay durationchange';

export function createMediaPlayer(
  mediaId: string,
  details: MediaDetails,
  { openEngine, volume, isBackgroundPause }: PlayerParts,
  events: PlayerEvents,
) {
  const video = createVideo(volume.read());
  const edge = createEdgeFollower();
  const listening = new AbortController();
  const { signal } = listening;
  const store = createStore(initialState(mediaId, details, volume.read()));
  let source: PlayerSource | undefined;
  let engine: Engine | undefined;
  let wantsToPlay = false;

  function set(change: Partial<PlayerState>) {
    store.set({ ...store.get(), ...change });
  }

  const refresh = () => set(observe(video, engine?.window() ?? null, wantsToPlay));

  function listen(names: string, listener: () => void) {
    for (const name of names.split(' ')) video.addEventListener(name, listener, { signal });
  }
  listen(observedEvents, refresh);
  listen('play', () => void onPlay());
  listen('pause', onPause);
  listen('ended', onEnded);
  listen('seeked', onSeeked);
  listen('volumechange', onVolumeChange);
  listen('loadedmetadata', onReopened);
  listen('enterpictureinpicture', () => set({ isInPictureInPicture: true }));
  listen('leavepictureinpicture', () => set({ isInPictureInPicture: false }));
  onCaptions(video, () => set({ captions: captionsOf(video), shownCaption: shownCaption(video) }), signal);
  watchCasting(video, (canCast) => set({ canCast }), signal);
  const ticker = setInterval(onTick, tickMs);

  const engineEvents: EngineEvents = {
    onLevels: (levels) => set({ levels }),
    onLevel: (playingLevel) => set({ playingLevel }),
    onReconnecting: (isReconnecting) => set({ isReconnecting }),
    onFailed: fail,
  };

  async function open(next: PlayerSource) {
    source = next;
    if (next.startsAt) edge.onMoment();
    if (engine) {
      engine.setUrl(next.url);
      if (next.startsAt) engine.goTo(next.startsAt);
      return;
    }
    try {
      const opened = await openEngine(
        video,
        {
          ...{ url: next.url, startsAt: next.startsAt, media: next.media, isRecording: next.isRecording },
          renew: () => (source ?? next).renew(),
          followsEdge: edge.follows,
        },
        engineEvents,
      );
      if (signal.aborted) return opened.destroy();
      engine = opened;
      if (wantsToPlay) await playElement();
    } catch (cause) {
      fail(cause instanceof PlayerError ? cause : new PlayerError('network', 'No player came', { cause }));
    }
  }

  async function playElement() {
    const outcome = await playAsAllowed(video, () => set({ autoplay: 'muted' }));
    if (outcome !== 'refused') return;
    wantsToPlay = false;
    engine?.stopLoad();
    events.onPause();
    set({ autoplay: 'refused', isPaused: true, isBuffering: false });
  }

  async function onPlay() {
    wantsToPlay = true;
    if (store.get().autoplay === 'refused') set({ autoplay: 'allowed' });
    events.onPlay();
    refresh();
    try {
      const again = source?.authorise() ?? null;
      if (again) engine?.setUrl(await again);
      if (signal.aborted || video.paused) return;
      engine?.startLoad(edge.onStart(video.currentTime, engine.window()));
    } catch (cause) {
      fail(cause instanceof PlayerError ? cause : new PlayerError('network', 'No session came', { cause }));
    }
  }

  function onPause() {
    if (wantsToPlay && isBackgroundPause()) return void playElement();
    // At the end of a recording `pause` comes before `ended`; after a rebuild the element is paused.
    wantsToPlay = false;
    engine?.stopLoad();
    events.onPause();
    refresh();
  }

  function onEnded() {
    wantsToPlay = false;
    engine?.stopLoad();
    events.onPause();
    refresh();
  }

  /** Recovery gives the element a new media source, which pauses it without a `pause` event. */
  function onReopened() {
    if (wantsToPlay && video.paused) {
      edge.onReopened();
      void playElement();
    }
    refresh();
  }

  function onVolumeChange() {
    const { autoplay } = store.get();
    const isOurMuting = autoplay === 'muted' && video.muted;
    if (!isOurMuting) volume.save({ level: video.volume, isMuted: video.muted });
    if (autoplay === 'muted' && !video.muted) set({ autoplay: 'allowed' });
    refresh();
  }

  function onTick() {
    const window = engine?.window();
    if (!window?.isLive) return;
    // The way to the edge is free only where it is loaded: a slow network would only stall there again.
    const isLate = edge.isLate(video.currentTime, window) && isBuffered(video, window.end);
    const isStale = edge.isStale(video.currentTime, window);
    if ((isLate || isStale) && !video.paused && !store.get().isReconnecting) video.currentTime = window.end;
    refresh();
  }

  function fail(error: PlayerError) {
    if (!signal.aborted) events.onFailed(error);
  }

  function seekTo(position: number) {
    const window = engine?.window();
    if (!window) return;
    video.currentTime = Math.min(Math.max(position, window.start), window.end);
    edge.onSeek(video.currentTime, window);
    if (video.paused && source?.isAuthorised()) engine?.startLoad();
    refresh();
  }

  /** A paused player has shown the picture of its new position and stops loading again. */
  function onSeeked() {
    if (video.paused && !wantsToPlay) engine?.stopLoad();
  }

  function play() {
    wantsToPlay = true;
    refresh();
    if (engine) void playElement();
  }

  function pause() {
    const wasWaiting = wantsToPlay && video.paused;
    wantsToPlay = false;
    video.pause();
    // The `pause` event comes later, maybe after a second press, so it is handled at once.
    if (wasWaiting) onPause();
    else refresh();
  }

  return {
    mediaId,
    video,
    getState: store.get,
    subscribe: store.subscribe,
    setDetails: (next: MediaDetails) => set(next),
    open,
    play,
    pause,
    /** For the statistics; the controls go by the state. */
    figures: () => engine?.figures() ?? { takenAt: null, latency: null, network: null },
    seekTo,
    seekBy: (seconds: number) => seekTo(video.currentTime + seconds),
    goLive() {
      seekTo(Number.POSITIVE_INFINITY);
      if (video.paused) play();
    },
    /** The viewer leaves the page; if they followed the live edge, the next start begins there. */
    returnToEdge: edge.onLeave,
    setVolume(level: number) {
      video.volume = Math.round(Math.min(Math.max(level, 0), 1) * 100) / 100;
      video.muted = level <= 0;
    },
    setMuted(isMuted: boolean) {
      if (!isMuted && video.volume === 0) video.volume = 0.5;
      video.muted = isMuted;
    },
    setRate(playbackRate: number) {
      video.playbackRate = playbackRate;
      video.defaultPlaybackRate = playbackRate;
      set({ playbackRate });
    },
    selectLevel(index: number | null) {
      engine?.selectLevel(index);
      set({ selectedLevel: index });
    },
    showCaption: (id: number | null) => showCaption(video, id),
    cast: () => castVideo(video),
    enterPictureInPicture: () => enterPictureInPicture(video),
    leavePictureInPicture: () => leavePictureInPicture(video),
    /** Goes on in the window of another player, as soon as there is a picture. */
    takePictureInPictureOf: (other: { video: HTMLVideoElement }) =>
      takePictureInPicture(video, other.video, signal),
    dispose() {
      listening.abort();
      clearInterval(ticker);
      video.pause();
      engine?.destroy();
      video.remove();
    },
  };
}
