import type { AmfObject } from './amf0.ts';
import type { RtmpMessage } from './rtmp-chunks.ts';

/** The connection of an encoder. */
export interface Encoder {
  cut(reason: string): void;
  /** Nothing is read of it while it is paused. */
  setPaused(isPaused: boolean): void;
}

/** What a connection becomes once its key was accepted. */
export interface Publication {
  id: string;
  feed: { onMetadata(fields: AmfObject): void; onMedia(message: RtmpMessage): void };
  disconnect(): void;
}

export interface IngestLog {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
}
