/** Reads the headers of video codecs, bit by bit. Behind the end it reads zeros, and says so. */

/** Removes the bytes that keep start codes out of the data. */
export function withoutEmulation(bytes: Buffer): Buffer {
  const kept: number[] = [];
  for (const byte of bytes) {
    const { length } = kept;
    const isEmulation = byte === 3 && kept[length - 1] === 0 && kept[length - 2] === 0;
    kept.push(isEmulation ? -1 : byte);
  }
  return Buffer.from(kept.filter((byte) => byte >= 0));
}

export class BitReader {
  readonly #bytes: Buffer;
  #at = 0;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  get isOver(): boolean {
    return this.#at > this.#bytes.length * 8;
  }

  skip(count: number) {
    this.#at += count;
  }

  read(count: number): number {
    let value = 0;
    for (let index = 0; index < count; index += 1, this.#at += 1) {
      const byte = this.#bytes[this.#at >> 3] ?? 0;
      value = value * 2 + ((byte >> (7 - (this.#at & 7))) & 1);
    }
    return value;
  }

  golomb(): number {
    let zeros = 0;
    while (zeros < 32 && !this.isOver && this.read(1) === 0) zeros += 1;
    return 2 ** zeros - 1 + this.read(zeros);
  }

  signedGolomb(): number {
    const value = this.golomb();
    return value % 2 === 0 ? -value / 2 : (value + 1) / 2;
  }
}
