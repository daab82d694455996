/**
 * The chunk stream of RTMP 1.0 (section 5.3): messages come in chunks, and those of several chunk streams are mixed.
 * Reading is bounded: by the size of a message, by what all unfinished messages hold together, and by the number of
 * chunk streams. Memory grows with the bytes that arrived, never with a size that the peer only claims, and each chunk costs
 * the same, however many are unfinished.
 */
import { RtmpError } from './rtmp-error.ts';

export interface RtmpMessage {
  type: number;
  streamId: number;
  /** Milliseconds, 32 bits: it wraps after 49 days. */
  timestamp: number;
  payload: Buffer;
}

interface ChunkStream {
  type: number;
  streamId: number;
  length: number;
  timestamp: number;
  delta: number;
  /** What its last header said after 0xFFFFFF; undefined: nothing. */
  extendedTime: number | undefined;
  /** What has arrived of the current message; its buffer may be larger. */
  body: Buffer;
  filled: number;
}

export interface ChunkLimits {
  messageBytes: number;
  /** All unfinished messages together. */
  unfinishedBytes: number;
  /** From the first one on. */
  messages: number;
}

export const limitsOfMedia: ChunkLimits = {
  messageBytes: 4 * 1024 * 1024,
  unfinishedBytes: 8 * 1024 * 1024,
  messages: Number.POSITIVE_INFINITY,
};
/**
 * Each chunk costs the same, so that small ones are the dearest way to send something. Large ones cost nothing: the
 * length of a message is limited.
 */
const [minChunkBytes, maxChunkBytes] = [128, 0x7fffffff];
const maxChunkStreams = 64;
/** What a message may claim at once: most frames fit after one more step. */
const firstBytes = 8 * 1024;
const empty = Buffer.alloc(0);
const extended = 0xffffff;
const headerBytes = [11, 7, 3, 0];

export const messageType = {
  setChunkSize: 1,
  abort: 2,
  acknowledgement: 3,
  userControl: 4,
  windowSize: 5,
  peerBandwidth: 6,
  audio: 8,
  video: 9,
  dataOfAmf3: 15,
  commandOfAmf3: 17,
  data: 18,
  command: 20,
  aggregate: 22,
} as const;

export class ChunkReader {
  readonly #streams = new Map<number, ChunkStream>();
  #chunkBytes = 128;
  /** The bytes of a header that has not arrived whole. */
  #pending: Buffer = empty;
  /** The chunk whose payload is arriving. */
  #current: ChunkStream | undefined;
  #missing = 0;
  /** Whether chunks without a header repeat the extended time: encoders differ. undefined: none has come yet. */
  #repeatsTime: boolean | undefined;
  /** What the buffers of all unfinished messages hold. */
  #unfinishedBytes = 0;
  /** How many have become whole, those of the protocol itself too. */
  messages = 0;
  /** They may change between two messages. */
  limits: ChunkLimits;

  constructor(limits: ChunkLimits = limitsOfMedia) {
    this.limits = limits;
  }

  /** @returns the messages that became whole. @throws RtmpError; the reader must not be used after it. */
  push(bytes: Buffer): RtmpMessage[] {
    const messages: RtmpMessage[] = [];
    let input = this.#pending.length > 0 ? Buffer.concat([this.#pending, bytes]) : bytes;
    for (;;) {
      if (this.#current === undefined) {
        const used = this.#readHeader(input);
        if (used === 0) break;
        input = input.subarray(used);
      }
      const taken = this.#readPayload(input, messages);
      input = input.subarray(taken);
      if (this.#current !== undefined) break;
    }
    this.#pending = input.length > 0 ? Buffer.from(input) : empty;
    return messages;
  }

  /** @returns the number of bytes; 0 while the header is not whole. */
  #readHeader(input: Buffer): number {
    const [first] = input;
    if (first === undefined) return 0;
    const idBytes = [2, 3][first & 0x3f] ?? 1;
    const format = first >> 6;
    let at = idBytes + (headerBytes[format] ?? 0);
    if (input.length < at) return 0;
    const id =
      idBytes === 1 ? first & 0x3f : 64 + (input[1] ?? 0) + (idBytes === 3 ? (input[2] ?? 0) * 256 : 0);
    const stream = this.#streams.get(id) ?? this.#openStream(id, format);
    const time = format < 3 ? input.readUIntBE(idBytes, 3) : 0;
    const isExtended = format < 3 ? time === extended : this.#mayRepeatTime(stream);
    if (isExtended && input.length < at + 4) return 0;
    if (format < 3 && stream.filled > 0)
      throw new RtmpError('A message begins before the one before it ended');
    if (format < 3) stream.extendedTime = isExtended ? input.readUInt32BE(at) : undefined;
    else if (isExtended) this.#repeatsTime ??= isTimeOf(stream, input.readUInt32BE(at));
    if (isExtended && (format < 3 || this.#repeatsTime)) at += 4;
    if (format < 2) {
      stream.length = input.readUIntBE(idBytes + 3, 3);
      stream.type = input[idBytes + 6] ?? 0;
    }
    if (stream.length > this.limits.messageBytes) throw new RtmpError('A message is too long');
    if (format === 0) stream.streamId = input.readUInt32LE(idBytes + 7);
    if (stream.filled === 0) moveTime(stream, format, stream.extendedTime ?? time);
    this.#current = stream;
    this.#missing = Math.min(this.#chunkBytes, stream.length - stream.filled);
    return at;
  }

  #mayRepeatTime({ extendedTime }: ChunkStream): boolean {
    return extendedTime !== undefined && this.#repeatsTime !== false;
  }

  /** Some begin without the id of their message stream, or continue one that never began: they are read as of zeros. */
  #openStream(id: number, format: number): ChunkStream {
    if (format === 3) throw new RtmpError('A chunk stream begins without its first header');
    if (this.#streams.size >= maxChunkStreams) throw new RtmpError('There are too many chunk streams');
    const stream = {
      type: 0,
      streamId: 0,
      length: 0,
      timestamp: 0,
      delta: 0,
      extendedTime: undefined,
      body: empty,
      filled: 0,
    };
    this.#streams.set(id, stream);
    return stream;
  }

  #readPayload(input: Buffer, messages: RtmpMessage[]): number {
    const stream = this.#current as ChunkStream;
    const taken = Math.min(this.#missing, input.length);
    const heldBefore = stream.body.length;
    append(stream, input.subarray(0, taken));
    this.#unfinishedBytes += stream.body.length - heldBefore;
    this.#missing -= taken;
    if (this.#missing === 0) {
      this.#current = undefined;
      if (stream.filled === stream.length) this.#finish(stream, messages);
    }
    if (this.#unfinishedBytes > this.limits.unfinishedBytes) throw new RtmpError('Too much is unfinished');
    return taken;
  }

  #finish(stream: ChunkStream, messages: RtmpMessage[]) {
    const { type, streamId, timestamp } = stream;
    const payload = stream.body.subarray(0, stream.filled);
    this.#empty(stream);
    this.messages += 1;
    if (this.messages > this.limits.messages) throw new RtmpError('There are too many messages');
    if (type === messageType.setChunkSize) this.#setChunkSize(payload);
    else if (type === messageType.abort) this.#abort(payload);
    else messages.push({ type, streamId, timestamp, payload });
  }

  #setChunkSize(payload: Buffer) {
    const size = payload.length >= 4 ? payload.readUInt32BE(0) : 0;
    if (size < minChunkBytes || size > maxChunkBytes)
      throw new RtmpError('The size of the chunks is not allowed');
    this.#chunkBytes = size;
  }

  #abort(payload: Buffer) {
    const stream = payload.length >= 4 ? this.#streams.get(payload.readUInt32BE(0)) : undefined;
    if (stream !== undefined) this.#empty(stream);
  }

  #empty(stream: ChunkStream) {
    this.#unfinishedBytes -= stream.body.length;
    stream.body = empty;
    stream.filled = 0;
  }
}

/** The time stands as the header said it or, from a few encoders, as what it came to. */
function isTimeOf({ extendedTime, timestamp }: ChunkStream, time: number): boolean {
  return time === extendedTime || time === timestamp;
}

/** A chunk of format 3 that begins a message repeats the step of the one before; after format 0 that is its time. */
function moveTime(stream: ChunkStream, format: number, time: number) {
  if (format < 3) stream.delta = time;
  stream.timestamp = format === 0 ? time : (stream.timestamp + stream.delta) >>> 0;
}

/** The buffer of a long message doubles, up to its length. */
function append(stream: ChunkStream, bytes: Buffer) {
  const needed = stream.filled + bytes.length;
  if (needed > stream.body.length) {
    const size = Math.min(stream.length, Math.max(needed, stream.body.length * 2, firstBytes));
    const larger = Buffer.allocUnsafeSlow(size);
    stream.body.copy(larger, 0, 0, stream.filled);
    stream.body = larger;
  }
  bytes.copy(stream.body, stream.filled);
  stream.filled = needed;
}

/** A peer reads at least 128 bytes a chunk. */
export function writeMessage(
  chunkStreamId: number,
  { type, streamId, timestamp, payload }: RtmpMessage,
): Buffer {
  const header = Buffer.alloc(12);
  const time = Buffer.alloc(timestamp >= extended ? 4 : 0);
  if (time.length > 0) time.writeUInt32BE(timestamp);
  header[0] = chunkStreamId;
  header.writeUIntBE(Math.min(timestamp, extended), 1, 3);
  header.writeUIntBE(payload.length, 4, 3);
  header[7] = type;
  header.writeUInt32LE(streamId, 8);
  const chunks: Buffer[] = [header, time];
  for (let at = 0; at < payload.length; at += 128) {
    if (at > 0) chunks.push(Buffer.from([0xc0 | chunkStreamId]), time);
    chunks.push(payload.subarray(at, at + 128));
  }
  return Buffer.concat(chunks);
}
