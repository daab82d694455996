/** `whole`: a replay with what was cut out of it, for organisers alone. */
export type PlaybackMode = 'live' | 'replay' | 'whole';

interface SignedUrlRequest {
  videoId: string;
  streamId: string;
  /** What the origin checks at each playlist: a lease, or the preview of an organiser. */
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

/**
 * An outside system that takes, keeps and delivers videos. Viewers get its segments from it and its playlists from this
 * server, because only this server can ask the lease.
 * All calls throw `RemoteAway` when the system does not answer, and `RemoteRefusal` when it refuses.
 */
export interface RemoteProvider {
  /** For people. */
  name: string;
  /** Where segments come from, as sources of a Content-Security-Policy. */
  mediaHosts: readonly string[];
  /** False also for a video that anybody may watch: a lease would guard nothing. */
  knowsVideo(videoId: string): Promise<boolean>;
  /** The address of a master playlist, which opens until `expiresAt`. It never leaves this server. */
  manifestUrl(videoId: string, expiresAt: Date): Promise<URL>;
  /** What became of a video since then. Of several recordings it is the longest. */
  findRecording(videoId: string, since: Date): Promise<Recording>;
  /** Makes the other end for an encoder; only signed addresses play what it sends. @param name for the provider's own pages. */
  createLiveInput(name: string): Promise<LiveInput>;
  /** A new key for the same video. An encoder with the old one is cut off, and a closed input is open again. */
  replaceKey(videoId: string): Promise<LiveInput>;
  /** Whether a picture arrives at this moment. */
  isReceiving(videoId: string): Promise<boolean>;
  /** Cuts the encoder off and takes no other one, so that the recording can be finished. */
  closeLiveInput(videoId: string): Promise<void>;
  /** Recordings stay. Does nothing when there is no such input. */
  deleteLiveInput(videoId: string): Promise<void>;
  /** Whether the provider sent this message, within the last minutes. @param body as it arrived. */
  isGenuine(body: string, signature: string, now: Date): boolean;
  /** Throws when the provider does not answer, or does not accept this server's credentials. */
  check(): Promise<unknown>;
}

/** Where an encoder publishes to a provider. */
export interface LiveInput {
  videoId: string;
  rtmpUrl: string;
  /** Anybody who has it can broadcast. */
  streamKey: string;
}

/** `none`: the video is no live stream. `pending`: the broadcast goes on, or its recording is not ready yet. */
type Recording = { state: 'none' | 'pending' } | { state: 'ready'; videoId: string };

export class RemoteAway extends Error {
  override name = 'RemoteAway';
  code = 'EREMOTE';
}

export class RemoteRefusal extends Error {
  override name = 'RemoteRefusal';
  code: string;
  status: number;

  constructor(status: number) {
    super(`The video provider answered ${status}`);
    this.status = status;
    this.code = `HTTP ${status}`;
  }
}
