/**
 * An engine plays one stream in one video element. It handles playlists, tokens and recovery; it knows nothing about
 * controls, routes or other players.
 */
import type { PlayerError } from './player-error.ts';

export interface EngineSource {
  /** The signed address of the master playlist. */
  url: string;
  /** Returns a new signed address of the same stream. Rejects with PlayerError `refused` when there is none. */
  renew: () => Promise<string>;
}

export interface QualityLevel {
  index: number;
  /** Height of the picture in pixels, as in "720p". */
  height: number;
  /** Bits per second. */
  bandwidth: number;
}

/** The part of the stream that can be played, in seconds on the element's clock. */
export interface PlayableWindow {
  isLive: boolean;
  start: number;
  /** The latest position to play: for a live stream its edge minus a safety distance. */
  end: number;
}

export interface EngineEvents {
  onLevels: (levels: QualityLevel[]) => void;
  /** The level that is playing, null when unknown. */
  onLevel: (index: number | null) => void;
  /** True while the engine recovers from a fault; the last frame stays on screen. */
  onReconnecting: (isReconnecting: boolean) => void;
  /** The engine has given up and must be destroyed. */
  onFailed: (error: PlayerError) => void;
}

export interface Engine {
  /** Sets a newer signed address of the same stream, which is used from the next request on. */
  setUrl: (url: string) => void;
  /** Starts loading at the element's position, or at the live edge as soon as the edge is known. */
  startLoad: (atEdge?: boolean) => void;
  /** Sends no more requests until `startLoad`. The buffer is kept. */
  stopLoad: () => void;
  /** Null: the engine chooses by bandwidth and player size. */
  selectLevel: (index: number | null) => void;
  window: () => PlayableWindow | null;
  destroy: () => void;
}

export type OpenEngine = (
  video: HTMLVideoElement,
  source: EngineSource,
  events: EngineEvents,
) => Promise<Engine>;
