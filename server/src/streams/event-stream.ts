import type { ServerResponse } from 'node:http';
import { type EventFrame, heartbeat } from './event-frame.ts';

/** A client that has read nothing for this long is cut; it comes back and gets the newest state. */
const blockedMs = 30_000;

/** One open response. While its client does not read, only the newest event of each type waits for it. */
export class EventStream {
  readonly #response: ServerResponse;
  /** Made only for slow readers: there may be thousands of streams. */
  #waiting: Map<string, Buffer> | undefined;
  #blockedSince = 0;

  constructor(response: ServerResponse) {
    this.#response = response;
    response.on('drain', () => this.#resume());
    // The `close` that follows removes the stream.
    response.on('error', () => {});
  }

  send(frames: readonly EventFrame[], bytes = joined(frames)): void {
    if (this.#blockedSince === 0) {
      this.#write(bytes);
      return;
    }
    this.#waiting ??= new Map();
    for (const frame of frames) this.#waiting.set(frame.event, frame.bytes);
  }

  beat(now: number): void {
    if (this.#blockedSince === 0) this.#write(heartbeat);
    else if (now - this.#blockedSince > blockedMs) this.#response.destroy();
  }

  cut(): void {
    this.#response.destroy();
  }

  /** @param last the last bytes; a client that does not read them is cut. */
  end(last: Buffer): void {
    if (this.#blockedSince === 0) this.#response.end(last);
    else this.#response.destroy();
  }

  #write(bytes: Buffer): void {
    if (this.#response.destroyed || this.#response.writableEnded) return;
    if (!this.#response.write(bytes)) this.#blockedSince = performance.now();
  }

  #resume(): void {
    this.#blockedSince = 0;
    const parts = [...(this.#waiting?.values() ?? [])];
    this.#waiting = undefined;
    if (parts.length > 0) this.#write(Buffer.concat(parts));
  }
}

export function joined(frames: readonly EventFrame[]): Buffer {
  return frames.length === 1 && frames[0] ? frames[0].bytes : Buffer.concat(frames.map(({ bytes }) => bytes));
}
