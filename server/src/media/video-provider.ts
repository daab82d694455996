export type PlaybackMode = 'live' | 'replay';

interface SignedUrlRequest {
  videoId: string;
  streamId: string;
  leaseId: string;
  /** From this instant on the URL answers 403. */
  expiresAt: Date;
  mode: PlaybackMode;
  /** The origin that viewers use, without a trailing slash. */
  origin: string;
}

/** The source of videos: this server itself or one outside system. */
export interface VideoProvider {
  knowsVideo(videoId: string): Promise<boolean>;
  /** An absolute URL of a master playlist that needs no further credential. */
  signedUrl(request: SignedUrlRequest): Promise<string>;
}
