import type { Caption } from './captions.ts';
import type { Chapter, Mark } from './chapters.ts';
import type { PlayableWindow, QualityLevel } from './engine/engine.ts';

/** The title, description and poster, for the page and the lock screen. */
export interface MediaDetails {
  title: string;
  description: string | null;
  /** The address of the picture, null without one. */
  poster: string | null;
}

/**
 * The public state of one player. Times are seconds on the element's clock; a live stream has a window and an infinite
 * duration.
 */
export interface PlayerState extends MediaDetails {
  mediaId: string;
  duration: number;
  currentTime: number;
  /** The viewer's choice; hls.js may play faster for a while to catch up with the live edge. */
  playbackRate: number;
  volume: number;
  isMuted: boolean;

  /** False as soon as the viewer wants to play, also before the first frame. */
  isPaused: boolean;
  isEnded: boolean;
  /** True once the first frame has been shown; the poster is no longer needed. */
  hasFrame: boolean;
  /** True while the player wants to play and waits for media. */
  isBuffering: boolean;
  /** True while the engine recovers from a fault; the last frame stays on screen. */
  isReconnecting: boolean;
  /** For some seconds after the recording became another one while it played. */
  hasChanged: boolean;
  /** `muted`: the browser allowed it only without sound. `refused`: the viewer must press play. */
  autoplay: 'allowed' | 'muted' | 'refused';

  isLive: boolean;
  isAtEdge: boolean;
  windowStart: number;
  windowEnd: number;
  bufferedEnd: number;

  levels: readonly QualityLevel[];
  /** The viewer's choice; null means automatic. */
  selectedLevel: number | null;
  playingLevel: number | null;

  /** By the clock of the pictures, as the server knows them; `chapters` are those of them that the video shows. */
  marks: readonly Mark[];
  chapters: readonly Chapter[];

  captions: readonly Caption[];
  shownCaption: number | null;

  isInPictureInPicture: boolean;
  /** A device is near that could show the video. */
  canCast: boolean;
}

export function initialState(
  mediaId: string,
  details: MediaDetails,
  volume: { level: number; isMuted: boolean },
): PlayerState {
  return {
    ...details,
    mediaId,
    duration: 0,
    currentTime: 0,
    playbackRate: 1,
    volume: volume.level,
    isMuted: volume.isMuted,
    isPaused: true,
    isEnded: false,
    hasFrame: false,
    isBuffering: false,
    isReconnecting: false,
    hasChanged: false,
    autoplay: 'allowed',
    isLive: false,
    isAtEdge: false,
    windowStart: 0,
    windowEnd: 0,
    bufferedEnd: 0,
    levels: [],
    selectedLevel: null,
    playingLevel: null,
    marks: [],
    chapters: [],
    captions: [],
    shownCaption: null,
    isInPictureInPicture: false,
    canCast: false,
  };
}

/** A position this close to the edge counts as live: the player catches up within seconds. */
const edgeToleranceS = 4;

export function isCloseToEdge(position: number, windowEnd: number) {
  return windowEnd - position < edgeToleranceS;
}

/** Reads the part of the state that follows from the element and the window. */
export function observe(
  video: HTMLVideoElement,
  window: PlayableWindow | null,
  wantsToPlay: boolean,
): Partial<PlayerState> {
  const { currentTime, ended, paused, readyState, volume, muted } = video;
  const isPaused = paused && !wantsToPlay;
  const isLive = window?.isLive ?? false;
  const windowStart = window?.start ?? 0;
  const windowEnd = window?.end ?? 0;
  return {
    currentTime,
    volume,
    isMuted: muted,
    isPaused,
    isEnded: ended,
    isBuffering: !isPaused && !ended && readyState < HTMLMediaElement.HAVE_FUTURE_DATA,
    ...(readyState >= HTMLMediaElement.HAVE_CURRENT_DATA ? { hasFrame: true } : {}),
    isLive,
    isAtEdge: isLive && isCloseToEdge(currentTime, windowEnd),
    windowStart,
    windowEnd,
    duration: isLive ? Number.POSITIVE_INFINITY : windowEnd - windowStart,
    bufferedEnd: bufferedEndAt(video.buffered, currentTime),
  };
}

function bufferedEndAt(buffered: TimeRanges, position: number) {
  for (let index = 0; index < buffered.length; index += 1) {
    const isHere = buffered.start(index) <= position && position <= buffered.end(index);
    if (isHere) return buffered.end(index);
  }
  return position;
}
