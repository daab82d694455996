/**
 * The handshake of RTMP 1.0 (section 5.2): C0 and C1 come, S0, S1 and S2 go, C2 comes. The signed handshake of Flash is
 * not spoken: encoders fall back to this one when the version in S1 is 0.
 */
import { randomBytes } from 'node:crypto';
import { RtmpError } from './rtmp-error.ts';

const blockBytes = 1536;

export class Handshake {
  #received = Buffer.alloc(0);
  #hasAnswered = false;

  /** @returns what to send, and the bytes after the handshake once it is over. @throws RtmpError */
  push(bytes: Buffer): { send: Buffer | undefined; rest: Buffer | undefined } {
    this.#received = Buffer.concat([this.#received, bytes]);
    // TLS and HTTP begin with other bytes: no need to wait for more of them.
    if (this.#received.length > 0 && this.#received[0] !== 3) throw new RtmpError('This is not RTMP');
    let send: Buffer | undefined;
    if (!this.#hasAnswered && this.#received.length >= 1 + blockBytes) {
      const [c1, s1] = [this.#received.subarray(1, 1 + blockBytes), randomBytes(blockBytes)];
      s1.fill(0, 0, 8);
      send = Buffer.concat([Buffer.from([3]), s1, c1]);
      this.#hasAnswered = true;
    }
    const end = 1 + 2 * blockBytes;
    const rest = this.#received.length >= end ? this.#received.subarray(end) : undefined;
    return { send, rest };
  }
}
