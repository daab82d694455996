/** Test doubles for media: an element that plays at once and an engine that records its calls. */
import { vi } from 'vitest';
import type { Engine, EngineEvents, EngineSource, PlayableWindow } from '../media/engine/engine.ts';

/** Makes play and pause of jsdom's media elements change the state and fire events, as in a browser. */
export function installFakePlayback() {
  const pausedOf = new WeakMap<HTMLMediaElement, boolean>();
  const timeOf = new WeakMap<HTMLMediaElement, number>();
  const prototype = HTMLMediaElement.prototype;
  const mayPlay = { withSound: true, muted: true };

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
      setUrl: (url) => {
        engine.newest = url;
      },
      startLoad: (atEdge = false) => {
        engine.isLoading = true;
        if (atEdge && engine.playable) video.currentTime = engine.playable.end;
      },
      stopLoad: () => {
        engine.isLoading = false;
      },
      selectLevel: (index) => {
        engine.level = index;
      },
      window: () => engine.playable,
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
