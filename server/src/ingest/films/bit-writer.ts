/** Writes the little of H.264 that a skipped picture needs, also with arithmetic coding (H.264, 9.3.4). */

/**
 * How much less probable the other value is, by the state from 42 on and two bits of the range (H.264, table 9-44). A slice of the
 * lowest quality begins there, and skipped blocks alone lead upwards.
 */
const lessProbable = [
  [16, 20, 23, 27],
  [15, 19, 22, 25],
  [14, 18, 21, 24],
  [14, 17, 20, 23],
  [13, 16, 19, 22],
  [12, 15, 18, 21],
  [12, 14, 17, 20],
  [11, 14, 16, 19],
  [11, 13, 15, 18],
  [10, 12, 15, 17],
  [10, 12, 14, 16],
  [9, 11, 13, 15],
  [9, 11, 12, 14],
  [8, 10, 12, 14],
  [8, 9, 11, 13],
  [7, 9, 11, 12],
  [7, 9, 10, 12],
  [7, 8, 10, 11],
  [6, 8, 9, 11],
  [6, 7, 9, 10],
  [6, 7, 8, 9],
] as const;

export class BitWriter {
  #bits: number[] = [];

  write(value: number, count: number) {
    for (let bit = count - 1; bit >= 0; bit -= 1) this.#bits.push(Math.floor(value / 2 ** bit) % 2);
  }

  golomb(value: number) {
    const length = Math.floor(Math.log2(value + 1));
    this.write(0, length);
    this.write(value + 1, length + 1);
  }

  signedGolomb(value: number) {
    this.golomb(value > 0 ? 2 * value - 1 : -2 * value);
  }

  /** @param data of `skippedBlocks`: with the bit that ends a slice. */
  endWith(data: readonly number[]) {
    while (this.#bits.length % 8 !== 0) this.#bits.push(1);
    for (const bit of data) this.#bits.push(bit);
    this.#align();
  }

  end() {
    this.#bits.push(1);
    this.#align();
  }

  #align() {
    while (this.#bits.length % 8 !== 0) this.#bits.push(0);
  }

  /** The bytes, with those that keep start codes out (H.264, 7.4.1). */
  withEmulation(): Buffer {
    const bytes: number[] = [];
    let zeros = 0;
    for (let at = 0; at < this.#bits.length; at += 8) {
      const byte = this.#bits.slice(at, at + 8).reduce((value, bit) => value * 2 + bit, 0);
      if (zeros >= 2 && byte <= 3) {
        bytes.push(3);
        zeros = 0;
      }
      bytes.push(byte);
      zeros = byte === 0 ? zeros + 1 : 0;
    }
    return Buffer.from(bytes);
  }
}

/** The bits of a slice with arithmetic coding in which all blocks are skipped. */
export function skippedBlocks(count: number): number[] {
  const bits: number[] = [];
  let [low, range, state, outstanding, isFirst] = [0, 510, 0, 0, true];
  const put = (bit: number) => {
    if (!isFirst) bits.push(bit);
    isFirst = false;
    for (; outstanding > 0; outstanding -= 1) bits.push(1 - bit);
  };
  const renormalise = () => {
    for (; range < 256; range *= 2, low *= 2) {
      if (low < 256) put(0);
      else if (low >= 512) {
        low -= 512;
        put(1);
      } else {
        low -= 256;
        outstanding += 1;
      }
    }
  };
  for (let block = 1; block <= count; block += 1) {
    range -= lessProbable[state]?.[(range >> 6) & 3] ?? 0;
    state = Math.min(state + 1, lessProbable.length - 1);
    renormalise();
    range -= 2;
    if (block < count) renormalise();
  }
  low += range;
  range = 2;
  renormalise();
  put((low >> 9) & 1);
  return [...bits, (low >> 8) & 1, 1];
}
