/**
 * An engine brings one stream into one video element. It knows playlists, tokens and recovery, and
 * nothing of controls, routes or other players.
 */
import type { PlayerError } from './player-error.ts';

export interface EngineSource {
  /** The signed address of the master playlist. */
  url: string;
  /** A fresh signed address of the same stream. Rejects with PlayerError `refused` when there is none. */
  renew: () => Promise<string>;
}

export interface QualityLevel {
  index: number;
  /** Lines of the picture, as in "720p". */
  height: number;
  /** Bits per second. */
  bandwidth: number;
}

/** Where the stream can be played, in seconds on the element's clock. */
export interface PlayableWindow {
  isLive: boolean;
  start: number;
  /** The newest position worth playing: a live stream's edge minus its safety distance. */
  end: number;
}

export interface EngineEvents {
  onLevels: (levels: QualityLevel[]) => void;
  /** The level on screen, null when unknown. */
  onLevel: (index: number | null) => void;
  /** True while the engine works at a fault and the last frame stands still. */
  onReconnecting: (isReconnecting: boolean) => void;
  /** The engine has given up; it must be destroyed. */
  onFailed: (error: PlayerError) => void;
}

export interface Engine {
  /** Hands over a newer signed address of the same stream; it counts from the next request on. */
  renewed: (url: string) => void;
  /** Loads on from the element's position, or goes to the live edge as soon as that is known again. */
  startLoad: (atEdge?: boolean) => void;
  /** No request leaves until `startLoad`. What is buffered stays. */
  stopLoad: () => void;
  /** Null lets the engine choose by bandwidth and size. */
  selectLevel: (index: number | null) => void;
  window: () => PlayableWindow | null;
  destroy: () => void;
}

export type OpenEngine = (
  video: HTMLVideoElement,
  source: EngineSource,
  events: EngineEvents,
) => Promise<Engine>;
