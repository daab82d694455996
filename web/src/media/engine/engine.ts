/**
 * An engine plays one stream in one video element. It handles playlists, tokens and recovery; it knows nothing about
 * controls, routes or other players.
 */
import type { FirstMedia } from './first-media.ts';
import type { PlayerError } from './player-error.ts';

export interface EngineSource {
  /** The signed address of the master playlist. */
  url: string;
  /** Returns a new signed address of the same stream. Rejects with PlayerError `refused` when the server gives no address. */
  renew: () => Promise<string>;
  /** What is shown first. Without it, or where that is unknown, a recording starts at its beginning, live at its edge. */
  startsAt?: Moment | undefined;
  /** A recording is there or not. A live stream that is not there may be in a moment. */
  isRecording?: boolean | undefined;
  /** False for a viewer who has gone back from the live edge: a recovery keeps their place. */
  followsEdge?: (() => boolean) | undefined;
  /** What the page has of the video already. */
  media?: FirstMedia | undefined;
}

/** One moment of a fight, which several cameras show. */
export interface Moment {
  /** When the picture was taken, in milliseconds since 1970; null: unknown. */
  takenAt: number | null;
  /** For a recording: seconds from its beginning. */
  position?: number;
  /** Of the recording that the position is of, which holds for another one of the same length; without it, the same one. */
  length?: number;
  /** When the parts of the recording begin, in milliseconds since 1970: the position leads to the beginning of its part. */
  partStarts?: readonly number[];
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
  /** The playlist has parts, so that the player stays close to the edge. */
  hasParts?: boolean;
}

/** What only the engine knows; null: unknown. */
export interface EngineFigures {
  /** When the shown picture was taken, in milliseconds since 1970. */
  takenAt: number | null;
  /** Seconds behind the newest picture of a live stream. */
  latency: number | null;
  /** Bits per second that the network seems to carry. */
  network: number | null;
}

export interface EngineEvents {
  onLevels: (levels: QualityLevel[]) => void;
  /** The level that is playing, null when unknown. */
  onLevel: (index: number | null) => void;
  /** True while the engine recovers from a fault; the last frame stays on screen. */
  onReconnecting: (isReconnecting: boolean) => void;
  /** The recording has another length than before, as after a trim. */
  onChanged: () => void;
  /** The engine has given up and must be destroyed. */
  onFailed: (error: PlayerError) => void;
}

export interface Engine {
  /** Sets a newer signed address of the same stream, which is used from the next request on. */
  setUrl: (url: string) => void;
  /** Starts loading at the element's position, or at the live edge as soon as the edge is known. */
  startLoad: (atEdge?: boolean) => void;
  /** Goes to this moment, as soon as the playlist says where it is. */
  goTo: (moment: Moment) => void;
  /** Sends no more requests until `startLoad`. The buffer is kept. */
  stopLoad: () => void;
  /** Null: the engine chooses by bandwidth and player size. */
  selectLevel: (index: number | null) => void;
  window: () => PlayableWindow | null;
  figures: () => EngineFigures;
  /** Where the video shows this moment, in seconds on the element's clock; null: it does not, or has no clock. */
  positionOf: (takenAt: number) => number | null;
  destroy: () => void;
}

export type OpenEngine = (
  video: HTMLVideoElement,
  source: EngineSource,
  events: EngineEvents,
) => Promise<Engine>;
