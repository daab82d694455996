/** Changes bytes in the ways that find faults of parsers: sizes that lie, pieces that are missing, doubled or moved. */
import type { Random } from '../random.ts';

const telling = [0, 1, 0x7f, 0x80, 0xff];
const tellingWords = [0, 1, 8, 0x7fffffff, 0x80000000, 0xfffffffe, 0xffffffff, 0x00ffffff, 0xffff];

/** @param from what comes before stays. @param other a piece of it may be put in. */
export function mutate(random: Random, original: Buffer, { from = 0, other = original } = {}): Buffer {
  let bytes: Buffer = Buffer.from(original);
  for (let count = random.number(1, 6); count > 0; count -= 1) {
    if (bytes.length <= from + 4) break;
    bytes = change(random, bytes, from, other);
  }
  return bytes;
}

function change(random: Random, bytes: Buffer, from: number, other: Buffer): Buffer {
  const at = random.number(from, bytes.length - 1);
  const length = Math.min(random.number(1, 2 ** random.number(0, 9)), bytes.length - at);
  switch (random.number(0, 9)) {
    case 0:
    case 1:
      bytes[at] = random.number(0, 255);
      return bytes;
    case 2:
      bytes[at] = random.pick(telling);
      return bytes;
    case 3:
    case 4:
      if (at + 4 <= bytes.length) bytes.writeUInt32BE(random.pick(tellingWords), at);
      return bytes;
    case 5:
      bytes[at] = (bytes[at] ?? 0) ^ (1 << random.number(0, 7));
      return bytes;
    case 6:
      return Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + length)]);
    case 7:
      return Buffer.concat([bytes.subarray(0, at + length), bytes.subarray(at)]);
    case 8:
      return bytes.subarray(0, at);
    default: {
      const start = random.number(0, other.length - 1);
      return Buffer.concat([
        bytes.subarray(0, at),
        other.subarray(start, start + length),
        bytes.subarray(at),
      ]);
    }
  }
}

/** In pieces, as a network delivers them. */
export function* inPieces(random: Random, bytes: Buffer): Generator<Buffer> {
  const most = 2 ** random.number(4, 14);
  for (let at = 0; at < bytes.length; ) {
    const end = at + random.number(1, most);
    yield bytes.subarray(at, end);
    at = end;
  }
}
