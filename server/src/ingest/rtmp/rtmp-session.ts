/**
 * One connection of an encoder: from the handshake to the end of its feed. It takes bytes and returns what to send; the
 * socket, its times and the key are the listener's. An encoder may only publish, one stream, under one key.
 */
import { aggregatedMessages } from './aggregate.ts';
import { type AmfObject, type AmfValue, readAmf, readSomeAmf, writeAmf } from './amf0.ts';
import { videoFourCcs } from './flv-tags.ts';
import { ChunkReader, limitsOfMedia, messageType, type RtmpMessage, writeMessage } from './rtmp-chunks.ts';
import { RtmpError } from './rtmp-error.ts';
import { Handshake } from './rtmp-handshake.ts';

export type SessionEvent =
  /** The key waits for an answer: `accept` or `refuse`. Until then the session must get no bytes. */
  | { kind: 'publish'; key: string }
  | { kind: 'metadata'; fields: AmfObject }
  | { kind: 'media'; message: RtmpMessage }
  | { kind: 'end' };

const windowBytes = 2_500_000;
/** Commands are short; a long one is no command. */
const maxCommandBytes = 64 * 1024;
/** Encoders send some ten messages before they publish. */
const mostMessagesBeforeKey = 64;
/** What `connect` says of an encoder are some twenty values; metadata may list where the key frames of a film are. */
const [mostCommandValues, mostDataValues] = [200, 10_000];
/** What reading costs, in bytes of media that cost the same: each message, and what is written in AMF. */
const messageCost = 500;
const amfCost = { message: 8 * 1024, byte: 8 };
const publishStreamId = 1;
const usualBytesBeforeKey = 64 * 1024;

export class RtmpSession {
  readonly #send: (bytes: Buffer) => void;
  readonly #handshake = new Handshake();
  readonly #bytesBeforeKey: number;
  readonly #chunks: ChunkReader;
  #isOpen = false;
  /** What the encoder calls itself when it connects. Many have the name of the library that they use. */
  program: string | undefined;
  #state: 'commands' | 'asking' | 'publishing' = 'commands';
  #received = 0;
  #acknowledged = 0;
  #amfCost = 0;
  /** Those within others. */
  #aggregated = 0;

  constructor(send: (bytes: Buffer) => void, bytesBeforeKey = usualBytesBeforeKey) {
    this.#send = send;
    this.#bytesBeforeKey = bytesBeforeKey;
    this.#chunks = new ChunkReader({
      messageBytes: bytesBeforeKey,
      unfinishedBytes: bytesBeforeKey,
      messages: mostMessagesBeforeKey,
    });
  }

  /** What reading has cost, in bytes of media that cost the same. It only grows. */
  get cost(): number {
    return this.#received + messageCost * (this.#chunks.messages + this.#aggregated) + this.#amfCost;
  }

  /** @throws RtmpError: then the connection must be closed. */
  push(bytes: Buffer): SessionEvent[] {
    this.#received += bytes.length;
    if (this.#state !== 'publishing' && this.#received > this.#bytesBeforeKey)
      throw new RtmpError('It sent too much before its key');
    if (this.#isOpen) return this.#read(bytes);
    const { send, rest } = this.#handshake.push(bytes);
    if (send !== undefined) this.#send(send);
    if (rest === undefined) return [];
    this.#isOpen = true;
    return this.#read(rest);
  }

  accept() {
    this.#state = 'publishing';
    this.#chunks.limits = limitsOfMedia;
    this.#status('status', 'NetStream.Publish.Start', 'The key fits.');
  }

  refuse(reason: string) {
    this.#status('error', 'NetStream.Publish.BadName', reason);
  }

  #read(bytes: Buffer): SessionEvent[] {
    const events = this.#chunks.push(bytes).flatMap((message) => this.#take(message));
    if (this.#received - this.#acknowledged >= windowBytes) {
      this.#acknowledged = this.#received;
      this.#control(messageType.acknowledgement, this.#received >>> 0);
    }
    return events;
  }

  #take(message: RtmpMessage): SessionEvent[] {
    const { type, payload } = message;
    switch (type) {
      case messageType.command:
        return this.#command(payload);
      case messageType.commandOfAmf3:
        return this.#command(withoutVersion(payload));
      default:
        // Only what belongs to the protocol may come before the key was accepted.
        return this.#state === 'publishing' ? this.#takeMedia(message) : [];
    }
  }

  #takeMedia(message: RtmpMessage): SessionEvent[] {
    const { type, payload } = message;
    switch (type) {
      case messageType.audio:
      case messageType.video:
        return [{ kind: 'media', message }];
      case messageType.data:
        return this.#metadata(payload);
      case messageType.dataOfAmf3:
        return this.#metadata(withoutVersion(payload));
      case messageType.aggregate: {
        const messages = aggregatedMessages(message);
        this.#aggregated += messages.length;
        return messages.flatMap((inner) => this.#takeMedia(inner));
      }
      default:
        return [];
    }
  }

  #command(payload: Buffer): SessionEvent[] {
    this.#payForAmf(payload);
    if (payload.length > maxCommandBytes) throw new RtmpError('A command is too long');
    const [name, transaction, about, ...args] = readAmf(payload, mostCommandValues);
    const id = typeof transaction === 'number' ? transaction : 0;
    switch (name) {
      case 'connect':
        if (isObject(about) && typeof about.flashVer === 'string') this.program = about.flashVer;
        this.#welcome(id);
        return [];
      case 'createStream':
        this.#command0('_result', id, null, publishStreamId);
        return [];
      case 'publish':
        return this.#publish(args);
      case 'deleteStream':
      case 'closeStream':
      case 'FCUnpublish':
        return this.#state === 'publishing' ? [{ kind: 'end' }] : [];
      case 'play':
      case 'play2':
        throw new RtmpError('This address takes streams and sends none');
      default:
        // releaseStream, FCPublish and _checkbw: encoders go on without an answer, and some wait for one.
        if (id > 0) this.#command0('_result', id, null);
        return [];
    }
  }

  #welcome(id: number) {
    this.#control(messageType.windowSize, windowBytes);
    this.#send(
      writeMessage(2, {
        type: messageType.peerBandwidth,
        streamId: 0,
        timestamp: 0,
        payload: Buffer.concat([uint32(windowBytes), Buffer.from([2])]),
      }),
    );
    this.#command0(
      '_result',
      id,
      { fmsVer: 'FMS/3,0,1,123', capabilities: 31, fourCcList: videoFourCcs },
      {
        level: 'status',
        code: 'NetConnection.Connect.Success',
        description: 'Connected.',
        objectEncoding: 0,
      },
    );
  }

  #publish([name]: AmfValue[]): SessionEvent[] {
    if (this.#state !== 'commands') throw new RtmpError('A connection publishes one stream');
    if (typeof name !== 'string') throw new RtmpError('The stream has no key');
    this.#state = 'asking';
    // Encoders add parameters to the key, and people paste spaces and ends of lines with it.
    return [{ kind: 'publish', key: name.split('?', 1)[0]?.trim() ?? '' }];
  }

  /** `@setDataFrame`, `onMetaData`, fields. Captions and times of other messages are left out. */
  #metadata(payload: Buffer): SessionEvent[] {
    this.#payForAmf(payload);
    if (payload.length > maxCommandBytes) return [];
    const values = readSomeAmf(payload, mostDataValues);
    const [name, fields] = values[0] === '@setDataFrame' ? values.slice(1) : values;
    return name === 'onMetaData' && isObject(fields) ? [{ kind: 'metadata', fields }] : [];
  }

  #payForAmf({ length }: Buffer) {
    this.#amfCost += amfCost.message + amfCost.byte * length;
  }

  #status(level: 'status' | 'error', code: string, description: string) {
    const payload = writeAmf('onStatus', 0, null, { level, code, description });
    this.#send(
      writeMessage(5, { type: messageType.command, streamId: publishStreamId, timestamp: 0, payload }),
    );
  }

  #command0(...values: Parameters<typeof writeAmf>) {
    this.#send(
      writeMessage(3, {
        type: messageType.command,
        streamId: 0,
        timestamp: 0,
        payload: writeAmf(...values),
      }),
    );
  }

  #control(type: number, value: number) {
    this.#send(writeMessage(2, { type, streamId: 0, timestamp: 0, payload: uint32(value) }));
  }
}

/** A message that may hold AMF 3 begins with a byte of its own, and with AMF 0 behind it. */
function withoutVersion(payload: Buffer): Buffer {
  return payload[0] === 0 ? payload.subarray(1) : payload;
}

function isObject(value: AmfValue): value is AmfObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}
