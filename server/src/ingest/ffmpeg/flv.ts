/** FLV (annex E) as a pipe carries it: a header, then tags, each followed by its size. */

export interface FlvTag {
  /** 8 is sound, 9 is video. */
  type: number;
  ms: number;
  body: Buffer;
}

/** With a picture alone. */
export const videoFlvHeader = Buffer.from([0x46, 0x4c, 0x56, 1, 1, 0, 0, 0, 9, 0, 0, 0, 0]);
const tagHeaderBytes = 11;
const sizeBytes = 4;
const maxTagBytes = 8 * 1024 * 1024;

export function writeFlvTag({ type, ms, body }: FlvTag): Buffer {
  const header = Buffer.alloc(tagHeaderBytes);
  const time = Math.round(ms) >>> 0;
  header[0] = type;
  header.writeUIntBE(body.length, 1, 3);
  header.writeUIntBE(time & 0xffffff, 4, 3);
  header[7] = time >>> 24;
  const size = Buffer.alloc(sizeBytes);
  size.writeUInt32BE(tagHeaderBytes + body.length);
  return Buffer.concat([header, body, size]);
}

export class FlvReader {
  #pending = Buffer.alloc(0);
  #isBegun = false;

  /** @returns the tags that became whole. @throws when it is no FLV. */
  push(bytes: Buffer): FlvTag[] {
    this.#pending = this.#pending.length > 0 ? Buffer.concat([this.#pending, bytes]) : Buffer.from(bytes);
    const tags: FlvTag[] = [];
    let at = 0;
    if (!this.#isBegun) {
      if (this.#pending.length < videoFlvHeader.length) return tags;
      if (this.#pending.toString('latin1', 0, 3) !== 'FLV') throw new Error('This is not FLV');
      this.#isBegun = true;
      at = videoFlvHeader.length;
    }
    while (at + tagHeaderBytes <= this.#pending.length) {
      const length = this.#pending.readUIntBE(at + 1, 3);
      if (length > maxTagBytes) throw new Error('A tag of FLV is too long');
      const end = at + tagHeaderBytes + length + sizeBytes;
      if (end > this.#pending.length) break;
      const ms = this.#pending.readUIntBE(at + 4, 3) + (this.#pending[at + 7] ?? 0) * 2 ** 24;
      const body = this.#pending.subarray(at + tagHeaderBytes, end - sizeBytes);
      tags.push({ type: this.#pending[at] ?? 0, ms, body });
      at = end;
    }
    this.#pending = this.#pending.subarray(at);
    return tags;
  }
}
