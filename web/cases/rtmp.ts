/** RTMP and FLV in bytes, as odd encoders write them. The server's own code has no part in it: a fault there must not be here too. */
import { readFileSync } from 'node:fs';

export interface Message {
  type: number;
  /** Milliseconds, by the encoder's clock. */
  time: number;
  body: Buffer;
}

export const messageType = {
  setChunkSize: 1,
  audio: 8,
  video: 9,
  command3: 17,
  data: 18,
  command: 20,
  aggregate: 22,
} as const;

export function uint(value: number, bytes: number): Buffer {
  const out = Buffer.alloc(bytes);
  out.writeUIntBE(value, 0, bytes);
  return out;
}

const named = (text: string) => Buffer.concat([uint(Buffer.byteLength(text), 2), Buffer.from(text)]);
type Fields = Record<string, string | number | Buffer>;

function textOf(text: string): Buffer {
  return Buffer.concat([Buffer.from([2]), named(text)]);
}

function numberOf(value: number): Buffer {
  const out = Buffer.alloc(9);
  out.writeDoubleBE(value, 1);
  return out;
}

function fieldsOf(object: Fields): Buffer {
  return Buffer.concat(
    Object.entries(object).flatMap(([key, value]) => [
      named(key),
      Buffer.isBuffer(value) ? value : typeof value === 'number' ? numberOf(value) : textOf(value),
    ]),
  );
}

const objectEnd = Buffer.from([0, 0, 9]);

/** Writers of AMF0 values. A field whose value is a Buffer is written as it is. */
export const amf = {
  nothing: Buffer.from([5]),
  end: objectEnd,
  text: textOf,
  number: numberOf,
  fields: fieldsOf,
  object: (object: Fields): Buffer => Buffer.concat([Buffer.from([3]), fieldsOf(object), objectEnd]),
  ecmaArray: (object: Fields, end: Buffer = objectEnd): Buffer =>
    Buffer.concat([Buffer.from([8]), uint(Object.keys(object).length, 4), fieldsOf(object), end]),
};

interface Chunked extends Omit<Message, 'time'> {
  chunkStream: number;
  time?: number;
  streamId?: number;
  /** 0: the whole header, 1: without the stream's id. */
  format?: 0 | 1;
}

/** Writes messages as chunks. */
export class ChunkWriter {
  readonly #last = new Map<number, number>();
  readonly #repeatsTime: boolean;
  #chunkBytes = 128;

  /** @param repeatsTime false leaves the extended timestamp out of chunks of type 3, as older encoders do. */
  constructor(repeatsTime: boolean) {
    this.#repeatsTime = repeatsTime;
  }

  setChunkBytes(bytes: number): Buffer {
    const message = this.write({ chunkStream: 2, type: messageType.setChunkSize, body: uint(bytes, 4) });
    this.#chunkBytes = bytes;
    return message;
  }

  write({ chunkStream, type, body, time = 0, streamId = 0, format = 0 }: Chunked): Buffer {
    const step = format === 0 ? time : time - (this.#last.get(chunkStream) ?? 0);
    this.#last.set(chunkStream, time);
    const isExtended = step >= 0xffffff;
    const extendedTime = isExtended ? uint(step, 4) : Buffer.alloc(0);
    const out = [
      Buffer.from([(format << 6) | chunkStream]),
      uint(isExtended ? 0xffffff : step, 3),
      uint(body.length, 3),
      Buffer.from([type]),
      format === 0 ? Buffer.from([streamId, 0, 0, 0]) : Buffer.alloc(0),
      extendedTime,
      body.subarray(0, this.#chunkBytes),
    ];
    for (let at = this.#chunkBytes; at < body.length; at += this.#chunkBytes) {
      out.push(Buffer.from([0xc0 | chunkStream]));
      if (this.#repeatsTime) out.push(extendedTime);
      out.push(body.subarray(at, at + this.#chunkBytes));
    }
    return Buffer.concat(out);
  }
}

/** @returns the tags of an FLV file, without its script tags. */
export function readFlv(file: string): Message[] {
  const bytes = readFileSync(file);
  const tags: Message[] = [];
  for (let at = 13; at + 11 <= bytes.length; ) {
    const length = bytes.readUIntBE(at + 1, 3);
    const time = bytes.readUIntBE(at + 4, 3) + (bytes[at + 7] ?? 0) * 2 ** 24;
    const tag = { type: bytes[at] ?? 0, time, body: bytes.subarray(at + 11, at + 11 + length) };
    if (tag.type !== messageType.data) tags.push(tag);
    at += 15 + length;
  }
  return tags;
}

export function writeFlv(tags: readonly Message[]): Buffer {
  const parts: Buffer[] = [Buffer.from([0x46, 0x4c, 0x56, 1, 5, 0, 0, 0, 9, 0, 0, 0, 0])];
  for (const { type, time, body } of tags) {
    const low = uint(time & 0xffffff, 3);
    parts.push(Buffer.from([type]), uint(body.length, 3), low, Buffer.from([time >>> 24, 0, 0, 0]), body);
    parts.push(uint(11 + body.length, 4));
  }
  return Buffer.concat(parts);
}

/** A picture in the newer form of RTMP, with a name of four letters: its header is packet 0. */
const isEnhanced = ({ type, body }: Message) => type === messageType.video && ((body[0] ?? 0) & 0x80) !== 0;

/** The header of a codec: its configuration. */
export const isHeader = (tag: Message) =>
  isEnhanced(tag) ? ((tag.body[0] ?? 0) & 15) === 0 : tag.body[1] === 0;
export const isSound = ({ type }: Message) => type === messageType.audio;
export const isPicture = (tag: Message) => tag.type === messageType.video && !isHeader(tag);
export const isKeyPicture = (tag: Message) => isPicture(tag) && (((tag.body[0] ?? 0) >> 4) & 7) === 1;
