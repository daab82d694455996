/**
 * Counts the packets of SRT that were lost on the way: a packet with a later number shows the gap. The caller sends them again when it is
 * asked; what has not come by then is missing from the picture.
 */
import type { PacketLoss } from '../rtmp/publication.ts';
import { latencyMs } from './latency.ts';

const windowMs = 10_000;
/** A larger step is no gap: the caller began anew. */
const mostGap = 8_192;
const [numbers, retransmitted] = [2 ** 31, 0x04000000];
const headerBytes = 16;

export class PacketLossMeter {
  readonly #now: () => number;
  #next: number | undefined;
  #lost = 0;
  /** When the gap was seen, by number, the oldest first. */
  readonly #awaited = new Map<number, number>();
  #missingAtMs: number[] = [];

  constructor(now: () => number) {
    this.#now = now;
  }

  /** A packet of the caller; what has no media counts for nothing. */
  onPacket(packet: Buffer) {
    if (packet.length < headerBytes || (packet[0] ?? 0) & 0x80) return;
    const number = packet.readUInt32BE(0);
    this.#awaited.delete(number);
    this.#giveUp();
    if (packet.readUInt32BE(4) & retransmitted) return;
    const gap = this.#next === undefined ? 0 : (number - this.#next + numbers) % numbers;
    // It was overtaken by another.
    if (gap >= numbers / 2) return;
    if (gap < mostGap && this.#awaited.size + gap <= mostGap)
      for (let step = 0; step < gap; step += 1)
        this.#awaited.set((number - gap + step + numbers) % numbers, this.#now());
    if (gap < mostGap) this.#lost += gap;
    this.#next = (number + 1) % numbers;
  }

  read(): PacketLoss {
    this.#giveUp();
    return { packetsLost: this.#lost, packetsMissing: this.#missingAtMs.length };
  }

  #giveUp() {
    const nowMs = this.#now();
    for (const [number, seenMs] of this.#awaited) {
      if (nowMs - seenMs <= latencyMs) break;
      this.#awaited.delete(number);
      this.#missingAtMs.push(nowMs);
    }
    this.#missingAtMs = this.#missingAtMs.filter((atMs) => nowMs - atMs <= windowMs).slice(-mostGap);
  }
}
