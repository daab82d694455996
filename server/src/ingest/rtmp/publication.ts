import type { AmfObject } from './amf0.ts';
import type { RtmpMessage } from './rtmp-chunks.ts';

/** Packets that did not arrive. */
export interface PacketLoss {
  /** All that were lost, those too that came at a later try. */
  packetsLost: number;
  /** Over the last ten seconds. */
  packetsMissing: number;
}

/** The connection of an encoder. */
export interface Encoder {
  /** Its address. */
  remote: string;
  cut(reason: string): void;
  /** Nothing is read of it while it is paused. */
  setPaused(isPaused: boolean): void;
  /** Of the packets on the way; undefined: the protocol hides it. */
  loss?: () => PacketLoss;
  /** A codec that it sends is not taken. */
  onRefusedCodec?: (codec: string) => void;
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
