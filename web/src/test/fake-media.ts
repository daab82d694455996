/** Test doubles for media: an element that plays at once and an engine that records its calls. */
import { vi } from 'vitest';
import type {
  Engine,
  EngineEvents,
  EngineFigures,
  EngineSource,
  Moment,
  PlayableWindow,
} from '../media/engine/engine.ts';

/** The list of the element's text tracks, which jsdom does not keep. */
export class FakeTextTracks extends EventTarget {
  tracks: Partial<TextTrack>[] = [];
  [Symbol.iterator]() {
    return this.tracks[Symbol.iterator]();
  }
}

/** Makes play and pause of jsdom's media elements change the state and fire events, as in a browser. */
export function installFakePlayback() {
  const pausedOf = new WeakMap<HTMLMediaElement, boolean>();
  const timeOf = new WeakMap<HTMLMediaElement, number>();
  const prototype = HTMLMediaElement.prototype;
  const mayPlay = { withSound: true, muted: true };
  const tracksOf = new WeakMap<HTMLMediaElement, FakeTextTracks>();
  vi.spyOn(prototype, 'textTracks', 'get').mockImplementation(function (this: HTMLMediaElement) {
    const tracks = tracksOf.get(this) ?? new FakeTextTracks();
    tracksOf.set(this, tracks);
    return tracks as unknown as TextTrackList;
  });

  vi.spyOn(prototype, 'paused', 'get').mockImplementation(function (this: HTMLMediaElement) {
    return pausedOf.get(this) ?? true;
  });
  vi.spyOn(prototype, 'currentTime', 'get').mockImplementation(function (this: HTMLMediaElement) {
    return timeOf.get(this) ?? 0;
  });
  vi.spyOn(prototype, 'currentTime', 'set').mockImplementation(function (this: HTMLMediaElement, time) {
    timeOf.set(this, time);
  });
  vi.spyOn(prototype, 'load').mockImplementation(() => {});
  vi.spyOn(prototype, 'play').mockImplementation(async function (this: HTMLMediaElement) {
    if (this.muted ? !mayPlay.muted : !mayPlay.withSound) {
      throw new DOMException('a press is needed first', 'NotAllowedError');
    }
    if (!this.paused) return;
    pausedOf.set(this, false);
    this.dispatchEvent(new Event('play'));
  });
  vi.spyOn(prototype, 'pause').mockImplementation(function (this: HTMLMediaElement) {
    if (this.paused) return;
    pausedOf.set(this, true);
    this.dispatchEvent(new Event('pause'));
  });
  return mayPlay;
}

interface FakeEngine extends Engine {
  source: EngineSource;
  events: EngineEvents;
  isLoading: boolean;
  isDestroyed: boolean;
  newest: string;
  level: number | null;
  playable: PlayableWindow | null;
  measured: EngineFigures;
  /** The last moment that it was told to go to. */
  moment: Moment | undefined;
  /** When the first picture was taken; undefined: the video has no clock. */
  startedAt: number | undefined;
}

/** Opens fake engines and keeps them in order. */
export function createFakeEngines() {
  const opened: FakeEngine[] = [];
  async function openEngine(video: HTMLVideoElement, source: EngineSource, events: EngineEvents) {
    const engine: FakeEngine = {
      source,
      events,
      isLoading: true,
      isDestroyed: false,
      newest: source.url,
      level: null,
      playable: null,
      measured: { takenAt: null, latency: null, network: null },
      moment: undefined,
      startedAt: undefined,
      setUrl: (url) => {
        engine.newest = url;
      },
      startLoad: (atEdge = false) => {
        engine.isLoading = true;
        if (atEdge && engine.playable) video.currentTime = engine.playable.end;
      },
      goTo: (moment) => {
        engine.moment = moment;
      },
      stopLoad: () => {
        engine.isLoading = false;
      },
      selectLevel: (index) => {
        engine.level = index;
      },
      window: () => engine.playable,
      figures: () => engine.measured,
      // As if the element's clock had begun with the first picture.
      positionOf: (takenAt) => (engine.startedAt === undefined ? null : (takenAt - engine.startedAt) / 1_000),
      destroy: () => {
        engine.isDestroyed = true;
        engine.isLoading = false;
      },
    };
    opened.push(engine);
    return engine;
  }
  return { opened, openEngine };
}
