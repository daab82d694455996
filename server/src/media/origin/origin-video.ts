/** What a video must be able to do so that the origin can serve it: looped, live or recorded. */
import type { MediaFile } from '../media-reply.ts';
import type { PlaybackMode } from '../video-provider.ts';
import type { SegmentSigner } from './segment-path.ts';

/** undefined: the video has nothing by that name, at least not now. */
export type Found<T> = T | undefined | Promise<T | undefined>;

/** A low-latency player names the segment and the part for which its playlist may wait (RFC 8216bis, 6.2.5.2). */
export interface PlaylistWait {
  msn: number;
  part: number | undefined;
}

/** A playlist waits for one of the next two segments, not for one behind them. */
export const aheadSegments = 2;

/** A playlist of all pictures, or of the key frames alone, for seek bars and fast forward. */
export type PlaylistKind = 'media' | 'key-frames';

/** The playlist was to wait for what is too far ahead. */
export class WaitRefused extends Error {
  override name = 'WaitRefused';
}

export interface PlaylistRequest {
  mode: PlaybackMode;
  nowMs: number;
  signSegment: SegmentSigner;
  kind: PlaylistKind;
  wait: PlaylistWait | undefined;
  /** The player has read the playlist shortly before, and takes what changed (RFC 8216bis, 6.2.5.1). */
  isDelta: boolean;
}

/** Names of segments and initialization segments are without their endings. */
export interface OriginVideo {
  masterPlaylist(mode: PlaybackMode): Found<string>;
  mediaPlaylist(rung: string, request: PlaylistRequest): Found<string>;
  init(rung: string, name: string): Found<MediaFile>;
  /** Of `wholeRung` it gives also what was cut out of a replay. */
  segment(rung: string, name: string): Found<MediaFile>;
  /**
   * Whether a playlist lists this segment by its name: then the token of the playlist leads to it.
   * @param isWhole for an organiser, who may also see what was cut out of a replay.
   */
  lists(rung: string, name: string, isWhole: boolean): boolean | Promise<boolean>;
}
