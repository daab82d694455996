/**
 * The bodies of audio and video messages (FLV, annex E): H.264 and AAC, and by enhanced RTMP also HEVC and AV1. Any other
 * codec is named, so that the organiser can be told.
 */

import { codecName } from '../codec-names.ts';

/** What is taken by enhanced RTMP, as the answer to `connect` lists it. */
export const videoFourCcs = ['avc1', 'hvc1', 'av01'] as const;
type VideoFourCc = (typeof videoFourCcs)[number];

export type VideoTag =
  | { kind: 'config'; fourCc: VideoFourCc; record: Buffer }
  | { kind: 'frame'; fourCc: VideoFourCc; isKey: boolean; compositionMs: number; nalUnits: Buffer }
  | { kind: 'nothing' }
  | { kind: 'unsupported'; codec: string };

export type AudioTag =
  | { kind: 'config'; record: Buffer }
  | { kind: 'frame'; bytes: Buffer }
  | { kind: 'nothing' }
  | { kind: 'unsupported'; codec: string };

const nothing = { kind: 'nothing' } as const;
const videoCodecs: Record<number, string> = { 2: 'Sorenson', 4: 'VP6', 7: 'H.264', 12: 'HEVC' };
const audioCodecs: Record<number, string> = { 2: 'MP3', 10: 'AAC', 11: 'Speex', 14: 'MP3' };

export function readVideoTag(payload: Buffer): VideoTag {
  const [first] = payload;
  if (first === undefined) return nothing;
  if (first & 0x80) return readEnhancedVideo(payload);
  const codec = first & 0x0f;
  if (codec !== 7) return { kind: 'unsupported', codec: videoCodecs[codec] ?? `video codec ${codec}` };
  if (payload.length < 5) return nothing;
  return videoPacket(payload[1], {
    fourCc: 'avc1',
    isKey: first >> 4 === 1,
    compositionMs: payload.readIntBE(2, 3),
    body: payload.subarray(5),
  });
}

/** Enhanced RTMP 2: the kind of a packet is a number, and the codec a name of four letters. */
const packet = { start: 0, frames: 1, framesX: 3, multitrack: { video: 6, audio: 5 }, extension: 7 } as const;
const commandFrame = 5;

function readEnhancedVideo(payload: Buffer): VideoTag {
  const first = payload[0] ?? 0;
  const frameType = (first >> 4) & 7;
  const header = enhancedHeader(payload);
  if (header === undefined || frameType === commandFrame) return nothing;
  const { type, at } = header;
  if (type === packet.multitrack.video) return { kind: 'unsupported', codec: 'several video tracks' };
  if (at + 4 > payload.length) return nothing;
  const name = payload.toString('latin1', at, at + 4);
  const fourCc = videoFourCcs.find((known) => known === name);
  if (fourCc === undefined)
    return { kind: 'unsupported', codec: codecName(name) ?? 'an unknown video codec' };
  const isKey = frameType === 1;
  const body = payload.subarray(at + 4);
  if (type === packet.framesX) return videoPacket(1, { fourCc, isKey, compositionMs: 0, body });
  if (type > packet.frames) return nothing;
  // AV1 shows frames in the order in which they come.
  if (type === packet.start || fourCc === 'av01')
    return videoPacket(type, { fourCc, isKey, compositionMs: 0, body });
  if (body.length < 3) return nothing;
  return videoPacket(1, { fourCc, isKey, compositionMs: body.readIntBE(0, 3), body: body.subarray(3) });
}

/**
 * Skips extensions (`ModEx`), such as nanoseconds.
 * @returns the kind of the packet and where its codec stands; undefined when an extension does not fit.
 */
function enhancedHeader(payload: Buffer): { type: number; at: number } | undefined {
  let type = (payload[0] ?? 0) & 0x0f;
  let at = 1;
  while (type === packet.extension) {
    let length = (payload[at] ?? 0) + 1;
    at += 1;
    if (length === 256) {
      if (at + 2 > payload.length) return undefined;
      length = payload.readUInt16BE(at) + 1;
      at += 2;
    }
    at += length;
    if (at >= payload.length) return undefined;
    type = (payload[at] ?? 0) & 0x0f;
    at += 1;
  }
  return { type, at };
}

function videoPacket(
  type: number | undefined,
  { body, ...frame }: { fourCc: VideoFourCc; isKey: boolean; compositionMs: number; body: Buffer },
): VideoTag {
  const { fourCc } = frame;
  if (type === 0) return { kind: 'config', fourCc, record: body };
  if (type !== 1 || body.length === 0) return nothing;
  return { kind: 'frame', ...frame, nalUnits: body };
}

export function readAudioTag(payload: Buffer): AudioTag {
  const [first, type] = payload;
  if (first === undefined) return nothing;
  const codec = first >> 4;
  if (codec === 9) return readEnhancedAudio(payload);
  if (codec !== 10) return { kind: 'unsupported', codec: audioCodecs[codec] ?? `audio codec ${codec}` };
  if (payload.length < 3) return nothing;
  const body = payload.subarray(2);
  return type === 0 ? { kind: 'config', record: body } : { kind: 'frame', bytes: body };
}

function readEnhancedAudio(payload: Buffer): AudioTag {
  const header = enhancedHeader(payload);
  if (header === undefined) return nothing;
  const { type, at } = header;
  if (type === packet.multitrack.audio) return { kind: 'unsupported', codec: 'several audio tracks' };
  if (at + 4 >= payload.length) return nothing;
  const name = payload.toString('latin1', at, at + 4);
  if (name !== 'mp4a') return { kind: 'unsupported', codec: codecName(name) ?? 'an unknown audio codec' };
  const body = payload.subarray(at + 4);
  if (type === packet.start) return { kind: 'config', record: body };
  return type === packet.frames ? { kind: 'frame', bytes: body } : nothing;
}
