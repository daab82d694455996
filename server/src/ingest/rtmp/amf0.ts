/**
 * Action Message Format 0, in which RTMP writes commands and metadata. Commands are read strictly. Metadata are only told to
 * people: of them, what cannot be read is left out. Objects have no prototype, so that no name of a field means more than
 * a name.
 */
import { RtmpError } from './rtmp-error.ts';

export type AmfValue = number | boolean | string | null | undefined | AmfObject | AmfValue[];
export interface AmfObject {
  [name: string]: AmfValue;
}

const [number, boolean, string, object] = [0, 1, 2, 3];
const [nothing, notDefined, ecmaArray, objectEnd] = [5, 6, 8, 9];
const [strictArray, date, longString] = [10, 11, 12];
/** In metadata alone. */
const [reference, unsupported, xml, typedObject] = [7, 13, 15, 16];
/** Encoders nest two or three deep. */
const maxDepth = 16;

/** @param mostValues also those within others. @throws RtmpError when the bytes are not AMF0, or have more values. */
export function readAmf(bytes: Buffer, mostValues = Number.POSITIVE_INFINITY): AmfValue[] {
  return new Reader(bytes, { mostValues, isLenient: false }).values();
}

/** @returns what can be read of it, up to what cannot. */
export function readSomeAmf(bytes: Buffer, mostValues: number): AmfValue[] {
  return new Reader(bytes, { mostValues, isLenient: true }).values();
}

class Reader {
  readonly #bytes: Buffer;
  readonly #isLenient: boolean;
  #at = 0;
  #left: number;

  constructor(bytes: Buffer, { mostValues, isLenient }: { mostValues: number; isLenient: boolean }) {
    this.#bytes = bytes;
    this.#left = mostValues;
    this.#isLenient = isLenient;
  }

  values(): AmfValue[] {
    const values: AmfValue[] = [];
    this.#readInto(() => {
      while (this.#at < this.#bytes.length) values.push(this.#value(0));
    });
    return values;
  }

  /** In metadata, what was read before a fault stays, and nothing behind it is read. */
  #readInto(read: () => void) {
    try {
      read();
    } catch (error) {
      if (!this.#isLenient || !(error instanceof RtmpError)) throw error;
      this.#at = this.#bytes.length;
    }
  }

  #value(depth: number): AmfValue {
    if (depth > maxDepth) throw new RtmpError('AMF values are nested too deeply');
    this.#left -= 1;
    if (this.#left < 0) throw new RtmpError('There are too many AMF values');
    const type = this.#bytes[this.#take(1)];
    switch (type) {
      case number:
        return this.#bytes.readDoubleBE(this.#take(8));
      case boolean:
        return this.#bytes[this.#take(1)] !== 0;
      case string:
        return this.#text(this.#bytes.readUInt16BE(this.#take(2)));
      case longString:
        return this.#text(this.#bytes.readUInt32BE(this.#take(4)));
      case object:
        return this.#fields(depth);
      case ecmaArray:
        this.#take(4); // the number of fields is only a hint
        return this.#fields(depth);
      case strictArray:
        return this.#items(depth);
      case date:
        return this.#bytes.readDoubleBE(this.#take(10));
      case nothing:
        return null;
      case notDefined:
        return undefined;
      default:
        return this.#rareValue(type, depth);
    }
  }

  #rareValue(type: number | undefined, depth: number): AmfValue {
    if (!this.#isLenient) throw new RtmpError('An AMF value has an unknown type');
    switch (type) {
      case unsupported:
        return undefined;
      case reference:
        this.#take(2);
        return undefined;
      case xml:
        return this.#text(this.#bytes.readUInt32BE(this.#take(4)));
      case typedObject:
        this.#take(this.#bytes.readUInt16BE(this.#take(2))); // the name of its class
        return this.#fields(depth);
      default:
        // AMF 3, for example: where it ends is not known.
        throw new RtmpError('An AMF value has an unknown type');
    }
  }

  #fields(depth: number): AmfObject {
    const fields: AmfObject = Object.create(null);
    this.#readInto(() => {
      for (;;) {
        const name = this.#text(this.#bytes.readUInt16BE(this.#take(2)));
        if (name === '' && this.#bytes[this.#at] === objectEnd) {
          this.#take(1);
          return;
        }
        fields[name] = this.#value(depth + 1);
      }
    });
    return fields;
  }

  #items(depth: number): AmfValue[] {
    const count = this.#bytes.readUInt32BE(this.#take(4));
    if (count > this.#bytes.length - this.#at) throw new RtmpError('An AMF array is longer than its message');
    return Array.from({ length: count }, () => this.#value(depth + 1));
  }

  #text(length: number): string {
    const start = this.#take(length);
    return this.#bytes.toString('utf8', start, start + length);
  }

  /** @returns the offset of the taken bytes. */
  #take(length: number): number {
    const start = this.#at;
    if (start + length > this.#bytes.length) throw new RtmpError('An AMF value ends early');
    this.#at += length;
    return start;
  }
}

/** What a server writes. */
type Written = number | string | null | readonly string[] | { [name: string]: Written };

export function writeAmf(...values: Written[]): Buffer {
  return Buffer.concat(values.map(writeValue));
}

function writeValue(value: Written): Buffer {
  if (value === null) return Buffer.from([nothing]);
  if (typeof value === 'string') return Buffer.concat([Buffer.from([string]), writeName(value)]);
  if (typeof value === 'number') {
    const bytes = Buffer.alloc(9);
    bytes.writeDoubleBE(value, 1);
    return bytes;
  }
  if (isList(value)) {
    const count = Buffer.from([strictArray, 0, 0, 0, value.length]);
    return Buffer.concat([count, ...value.map(writeValue)]);
  }
  const fields = Object.entries(value).flatMap(([name, field]) => [writeName(name), writeValue(field)]);
  return Buffer.concat([Buffer.from([object]), ...fields, Buffer.from([0, 0, objectEnd])]);
}

function isList(value: Written): value is readonly string[] {
  return Array.isArray(value);
}

function writeName(text: string): Buffer {
  const bytes = Buffer.from(text);
  const length = Buffer.alloc(2);
  length.writeUInt16BE(bytes.length);
  return Buffer.concat([length, bytes]);
}
