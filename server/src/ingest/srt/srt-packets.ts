/**
 * The packets of SRT that the door reads and writes itself (draft-sharabayko-srt-01, 3.2.1): the handshake, and the farewell.
 * All others pass it as they are.
 */
import type { Refusal } from '../door/refusal.ts';

export interface Handshake {
  kind: 'induction' | 'conclusion';
  /** The socket of the caller. */
  socketId: number;
  cookie: number;
  /** Who the caller wants to be: the name of a stream. */
  streamId: string | undefined;
  /** Its key material, encrypted with the passphrase. */
  keyMaterial: Buffer | undefined;
}

/** What a caller is told (4.3; libsrt's `SRT_REJECT_REASON`, and from 2000 on its `access_control.h`). It has no words. */
export const rejections: Record<Refusal | 'overloaded', number> = {
  overloaded: 1003,
  'wrong-key': 1010,
  'replaced-key': 2403,
  'broadcast-ended': 2404,
  'another-encoder': 2409,
  'key-in-use': 2409,
};

const headerBytes = 16;
const handshakeBytes = headerBytes + 48;
const [handshakeType, shutdownType] = [0x80000000, 0x80050000];
const [induction, conclusion] = [1, 0xffffffff];
const [keyRequest, streamIdExtension] = [3, 5];
/** In the answer to an induction: SRT is spoken here, not plain UDT. */
const srtMagic = 0x4a17;
const at = { socket: 12, version: 16, flags: 20, type: 36, caller: 40, cookie: 44, extensions: 64 } as const;

/** @returns undefined: it is something else. */
export function readHandshake(packet: Buffer): Handshake | undefined {
  if (packet.length < handshakeBytes || packet.readUInt32BE(0) !== handshakeType) return undefined;
  const type = packet.readUInt32BE(at.type);
  if (type !== induction && type !== conclusion) return undefined;
  const extensions = type === conclusion ? readExtensions(packet) : undefined;
  const name = extensions?.get(streamIdExtension);
  return {
    kind: type === induction ? 'induction' : 'conclusion',
    socketId: packet.readUInt32BE(at.caller),
    cookie: packet.readUInt32BE(at.cookie),
    streamId: name && readText(name),
    keyMaterial: extensions?.get(keyRequest),
  };
}

function readExtensions(packet: Buffer): Map<number, Buffer> {
  const found = new Map<number, Buffer>();
  for (let from = at.extensions as number; from + 4 <= packet.length; ) {
    const end = from + 4 + 4 * packet.readUInt16BE(from + 2);
    if (end > packet.length) break;
    found.set(packet.readUInt16BE(from), packet.subarray(from + 4, end));
    from = end;
  }
  return found;
}

/** Texts are sent as words of four bytes, each from its last byte to its first. */
function readText(bytes: Buffer): string {
  return Buffer.from(bytes).swap32().toString('utf8').replace(/\0+$/, '');
}

/** The answer to an induction. It is no longer than the question, and nothing is kept for it. */
export function answerInduction(packet: Buffer, cookie: number): Buffer {
  const answer = Buffer.from(packet.subarray(0, handshakeBytes));
  answer.writeUInt32BE(packet.readUInt32BE(at.caller), at.socket);
  answer.writeUInt32BE(5, at.version);
  answer.writeUInt32BE(srtMagic, at.flags);
  answer.writeUInt32BE(cookie, at.cookie);
  return answer;
}

/** The induction that belongs to a conclusion, for the listener behind the door. */
export function inductionOf(packet: Buffer): Buffer {
  const asked = Buffer.from(packet.subarray(0, handshakeBytes));
  asked.writeUInt32BE(4, at.version);
  asked.writeUInt32BE(2, at.flags);
  asked.writeUInt32BE(induction, at.type);
  asked.writeUInt32BE(0, at.cookie);
  return asked;
}

export function withCookie(packet: Buffer, cookie: number): Buffer {
  const changed = Buffer.from(packet);
  changed.writeUInt32BE(cookie, at.cookie);
  return changed;
}

export function rejectConclusion(packet: Buffer, reason: number): Buffer {
  const answer = Buffer.from(packet.subarray(0, handshakeBytes));
  answer.writeUInt32BE(packet.readUInt32BE(at.caller), at.socket);
  answer.writeUInt32BE(0, at.flags);
  answer.writeUInt32BE(reason, at.type);
  return answer;
}

/** The connection is over. @param socketId of the side that is told. */
export function shutdown(socketId: number): Buffer {
  const packet = Buffer.alloc(headerBytes + 4);
  packet.writeUInt32BE(shutdownType, 0);
  packet.writeUInt32BE(socketId, at.socket);
  return packet;
}
