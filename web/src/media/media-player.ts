/**
 * One player: its video element, its engine and its state. The controls read the state and call the methods; they
 * never touch the element. Three things move apart from each other: what is *wanted*, what the element does, and
 * whether the engine loads. Every start goes through the `play` event of the element, whether the viewer pressed our
 * button, a media key or the picture-in-picture window: the source checks the viewer's session, and then loading
 * starts. Every pause stops loading. A disposed player stays silent.
 */
import { createStore } from '../store.ts';
import { playAsAllowed } from './autoplay.ts';
import { captionsOf, onCaptions, showCaption, shownCaption } from './captions.ts';
import { castVideo, watchCasting } from './casting.ts';
import { type Chapter, type Mark, startBeside } from './chapters.ts';
import { createEdgeFollower } from './edge-follower.ts';
import type { Engine, EngineSource, OpenEngine } from './engine/engine.ts';
import { isBuffered } from './engine/live-latency.ts';
import { PlayerError } from './engine/player-error.ts';
import { initialState, type MediaDetails, observe, type PlayerState } from './player-state.ts';
import {
  createVideo,
  enterPictureInPicture,
  leavePictureInPicture,
  setMuted,
  setRate,
  setVolume,
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

const [tickMs, changeToldMs] = [1000, 8000];
const observedEvents = 'timeupdate seeking seeked progress loadeddata waiting playing canplay durationchange';

/** Its methods are fields, because components hand them on. */
export class MediaPlayer {
  readonly mediaId: string;
  readonly video: HTMLVideoElement;
  readonly #parts: PlayerParts;
  readonly #events: PlayerEvents;
  readonly #store;
  readonly #edge = createEdgeFollower();
  readonly #ticker = setInterval(() => this.#onTick(), tickMs);
  readonly #life = new AbortController();
  #wanted: 'play' | 'pause' = 'pause';
  #telling: ReturnType<typeof setTimeout> | undefined;
  #source: PlayerSource | undefined;
  #engine: Engine | undefined;

  constructor(mediaId: string, details: MediaDetails, parts: PlayerParts, events: PlayerEvents) {
    this.mediaId = mediaId;
    this.video = createVideo(parts.volume.read());
    this.#parts = parts;
    this.#events = events;
    this.#store = createStore(initialState(mediaId, details, parts.volume.read()));
    this.#listen();
  }

  getState = () => this.#store.get();
  subscribe = (listener: () => void) => this.#store.subscribe(listener);
  setDetails = (details: MediaDetails) => this.#set(details);
  setMarks = (marks: readonly Mark[]) => this.#set({ marks });
  setChapters = (chapters: readonly Chapter[]) => this.#set({ chapters });
  /** Where the video shows this moment, in seconds on the element's clock; null where that is not known. */
  positionOf = (takenAt: number) => this.#engine?.positionOf(takenAt) ?? null;
  /** For the statistics; the controls go by the state. */
  figures = () => this.#engine?.figures() ?? { takenAt: null, latency: null, network: null };

  open = async (source: PlayerSource) => {
    const { url, startsAt } = source;
    this.#source = source;
    if (startsAt) this.#edge.onMoment();
    if (this.#engine) {
      this.#engine.setUrl(url);
      if (startsAt) this.#engine.goTo(startsAt);
      return;
    }
    try {
      const engine = await this.#openEngine(source);
      if (this.#life.signal.aborted) return engine.destroy();
      this.#engine = engine;
      if (this.#wanted === 'play') await this.#playElement();
    } catch (cause) {
      this.#fail(cause, 'No player came');
    }
  };

  play = () => {
    this.#wanted = 'play';
    this.#refresh();
    if (this.#engine) void this.#playElement();
  };

  pause = () => {
    const isStarting = this.#wanted === 'play' && this.video.paused;
    this.#wanted = 'pause';
    this.video.pause();
    // The `pause` event comes later, maybe after a second press, so it is handled at once.
    if (isStarting) this.#onPause();
    else this.#refresh();
  };

  seekTo = (position: number) => {
    const { video } = this;
    const window = this.#engine?.window();
    if (!window) return;
    video.currentTime = Math.min(Math.max(position, window.start), window.end);
    this.#edge.onSeek(video.currentTime, window);
    if (video.paused && this.#source?.isAuthorised()) this.#engine?.startLoad();
    this.#refresh();
  };

  seekBy = (seconds: number) => this.seekTo(this.video.currentTime + seconds);

  /** To the next chapter, or to the beginning of this one or of the one before. */
  skipChapter = (step: 1 | -1) => {
    const start = startBeside(this.getState().chapters, this.video.currentTime, step);
    if (start !== undefined) this.seekTo(start);
  };

  goLive = () => {
    this.seekTo(Number.POSITIVE_INFINITY);
    if (this.video.paused) this.play();
  };

  /** The viewer leaves the page; if they followed the live edge, the next start begins there. */
  returnToEdge = () => this.#edge.onLeave();

  setVolume = (level: number) => setVolume(this.video, level);
  setMuted = (isMuted: boolean) => setMuted(this.video, isMuted);

  setRate = (playbackRate: number) => {
    setRate(this.video, playbackRate);
    this.#set({ playbackRate });
  };

  selectLevel = (index: number | null) => {
    this.#engine?.selectLevel(index);
    this.#set({ selectedLevel: index });
  };

  showCaption = (id: number | null) => showCaption(this.video, id);
  cast = () => castVideo(this.video);
  enterPictureInPicture = () => enterPictureInPicture(this.video);
  leavePictureInPicture = () => leavePictureInPicture(this.video);
  /** Goes on in the window of another player, as soon as there is a picture. */
  takePictureInPictureOf = (other: { video: HTMLVideoElement }) =>
    takePictureInPicture(this.video, other.video, this.#life.signal);

  dispose = () => {
    this.#life.abort();
    clearInterval(this.#ticker);
    clearTimeout(this.#telling);
    this.video.pause();
    this.#engine?.destroy();
    this.video.remove();
  };

  #set(change: Partial<PlayerState>) {
    this.#store.set({ ...this.#store.get(), ...change });
  }

  #refresh() {
    this.#set(observe(this.video, this.#engine?.window() ?? null, this.#wanted === 'play'));
  }

  #listen() {
    const { video } = this;
    const { signal } = this.#life;
    const on = (names: string, listener: () => void) => {
      for (const name of names.split(' ')) video.addEventListener(name, listener, { signal });
    };
    on(observedEvents, () => this.#refresh());
    on('play', () => void this.#onPlay());
    on('pause', () => this.#onPause());
    on('ended', () => this.#stop());
    on('seeked', () => this.#onSeeked());
    on('volumechange', () => this.#onVolumeChange());
    on('loadedmetadata', () => this.#onReopened());
    on('enterpictureinpicture', () => this.#set({ isInPictureInPicture: true }));
    on('leavepictureinpicture', () => this.#set({ isInPictureInPicture: false }));
    const readCaptions = () => this.#set({ captions: captionsOf(video), shownCaption: shownCaption(video) });
    onCaptions(video, readCaptions, signal);
    watchCasting(video, (canCast) => this.#set({ canCast }), signal);
  }

  #openEngine(first: PlayerSource) {
    const source: EngineSource = {
      url: first.url,
      startsAt: first.startsAt,
      media: first.media,
      isRecording: first.isRecording,
      renew: () => (this.#source ?? first).renew(),
      followsEdge: this.#edge.follows,
    };
    return this.#parts.openEngine(this.video, source, {
      onLevels: (levels) => this.#set({ levels }),
      onLevel: (playingLevel) => this.#set({ playingLevel }),
      onReconnecting: (isReconnecting) => this.#set({ isReconnecting }),
      onChanged: () => this.#onChanged(),
      onFailed: (error) => this.#fail(error),
    });
  }

  async #playElement() {
    const outcome = await playAsAllowed(this.video, () => this.#set({ autoplay: 'muted' }));
    if (outcome !== 'refused') return;
    this.#wanted = 'pause';
    this.#engine?.stopLoad();
    this.#events.onPause();
    this.#set({ autoplay: 'refused', isPaused: true, isBuffering: false });
  }

  #onChanged() {
    this.#set({ hasChanged: true });
    clearTimeout(this.#telling);
    this.#telling = setTimeout(() => this.#set({ hasChanged: false }), changeToldMs);
  }

  async #onPlay() {
    const { signal } = this.#life;
    this.#wanted = 'play';
    if (this.getState().autoplay === 'refused') this.#set({ autoplay: 'allowed' });
    this.#events.onPlay();
    this.#refresh();
    try {
      const again = this.#source?.authorise() ?? null;
      if (again) this.#engine?.setUrl(await again);
      if (signal.aborted || this.video.paused) return;
      this.#engine?.startLoad(this.#edge.onStart(this.video.currentTime, this.#engine.window()));
    } catch (cause) {
      this.#fail(cause, 'No session came');
    }
  }

  #onPause() {
    if (this.#wanted === 'play' && this.#parts.isBackgroundPause()) return void this.#playElement();
    // A fault has paused it, not the viewer: the engine recovers, and then it plays again.
    if (this.#wanted === 'play' && this.video.error) return;
    // At the end of a recording `pause` comes before `ended`; after a rebuild the element is paused.
    this.#stop();
  }

  #stop() {
    this.#wanted = 'pause';
    this.#engine?.stopLoad();
    this.#events.onPause();
    this.#refresh();
  }

  /** A paused player has shown the picture of its new position and stops loading again. */
  #onSeeked() {
    if (this.video.paused && this.#wanted === 'pause') this.#engine?.stopLoad();
  }

  /** Recovery gives the element a new media source, which pauses it without a `pause` event. */
  #onReopened() {
    if (this.#wanted === 'play' && this.video.paused) {
      this.#edge.onReopened();
      void this.#playElement();
    }
    this.#refresh();
  }

  #onVolumeChange() {
    const { volume, muted } = this.video;
    const isMutedByUs = this.getState().autoplay === 'muted';
    if (!isMutedByUs || !muted) this.#parts.volume.save({ level: volume, isMuted: muted });
    if (isMutedByUs && !muted) this.#set({ autoplay: 'allowed' });
    this.#refresh();
  }

  #onTick() {
    const { video } = this;
    const window = this.#engine?.window();
    if (!window?.isLive) return;
    // The way to the edge is free only where it is loaded: a slow network would only stall there again.
    const isLate = this.#edge.isLate(video.currentTime, window) && isBuffered(video, window.end);
    const isStale = this.#edge.isStale(video.currentTime, window);
    if ((isLate || isStale) && !video.paused && !this.getState().isReconnecting)
      video.currentTime = window.end;
    this.#refresh();
  }

  /** @param message of a fault that is not the player's own: then the network is to blame. */
  #fail(cause: unknown, message = '') {
    if (this.#life.signal.aborted) return;
    const error = cause instanceof PlayerError ? cause : new PlayerError('network', message, { cause });
    this.#events.onFailed(error);
  }
}
