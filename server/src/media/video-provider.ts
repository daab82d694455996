export type PlaybackMode = 'live' | 'replay';

interface SignedUrlRequest {
  videoId: string;
  streamId: string;
  leaseId: string;
  /** From this instant on the URL answers 403. */
  expiresAt: Date;
  mode: PlaybackMode;
  /** Where viewers reach this server, without a slash at its end. */
  origin: string;
}

/** Where videos come from: this server itself, or one outside system. */
export interface VideoProvider {
  knowsVideo(videoId: string): Promise<boolean>;
  /** An absolute URL of a master playlist that plays without any further credential. */
  signedUrl(request: SignedUrlRequest): Promise<string>;
}
