import { createHash } from 'node:crypto';

/** One server-sent event as bytes. */
export interface EventFrame {
  event: string;
  /** The same for the same content, so that a client can tell on any server what it has already. */
  id: string;
  bytes: Buffer;
}

export const heartbeat = Buffer.from(':\n\n');

/** JSON has no line breaks, whatever its texts hold, so no text can end the frame. */
export function eventFrame(event: string, data: object): EventFrame {
  const json = JSON.stringify(data);
  const id = `${event}-${createHash('sha256').update(json).digest('base64url').slice(0, 12)}`;
  return { event, id, bytes: Buffer.from(`id: ${id}\nevent: ${event}\ndata: ${json}\n\n`) };
}

/** Asks the client to wait this long before it opens the stream again; random, so that not all come at once. */
export function retryAfter(leastMs: number, mostMs: number): Buffer {
  return Buffer.from(`retry: ${Math.round(leastMs + Math.random() * (mostMs - leastMs))}\n\n`);
}
