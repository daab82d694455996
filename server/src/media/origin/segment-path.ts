/**
 * The address of a segment: `/media/segments/<sig>/<exp>/<videoId>/<rung>/<name>.m4s`. It opens these bytes alone, for 60
 * to 120 seconds, and names no viewer: all viewers get the same address, so a cache needs no other key than the address
 * and may keep an answer until `exp` (docs/product.md, 15.3).
 * The address of a live segment ends 120 seconds after the segment appears, not after the request: so it never
 * changes between two playlists (RFC 8216bis 6.2.1), and one playlist is signed for all viewers of a rung. The
 * window is 29 segments, not 30, so that a removed one stays long enough (6.2.2).
 */
import { type Claim, createSignatureCheck, expirySeconds, type SigningKey, sign } from './signature.ts';

interface Segment {
  videoId: string;
  rung: string;
  /** A number; of a live video `<generation>-<number>`, and `<generation>-<number>-<part>` for a part of it. */
  name: string;
}

export const segmentPrefix = '/media/segments';

export type SegmentSigner = (segment: Segment, expiresAt: Date) => string;

export function createSegmentSigner(key: SigningKey): SegmentSigner {
  return (segment, expiresAt) => {
    const exp = expirySeconds(expiresAt);
    const sig = sign(key, claimOf(segment, exp));
    return [segmentPrefix, sig, exp, segment.videoId, segment.rung, segmentFile(segment.name)].join('/');
  };
}

export type SegmentCheck = (sig: string, exp: string, segment: Segment, nowMs: number) => boolean;

export function createSegmentCheck(key: SigningKey): SegmentCheck {
  const isSigned = createSignatureCheck(key);
  return (sig, exp, segment, nowMs) => isSigned(sig, claimOf(segment, exp), nowMs);
}

/** The rung that also has what was cut out of a replay. Only the token of an organiser leads to its addresses. */
export const wholeRung = (rung: string) => `${rung}-whole`;

const segmentPattern = /^((?:0|[1-9]\d{0,14})(?:-(?:0|[1-9]\d{0,14})){0,2})\.m4s$/;

export function segmentFile(name: string): string {
  return `${name}.m4s`;
}

/** undefined: the file is not a segment. Each segment has one name, so that a cache holds it once. */
export function segmentName(file: string): string | undefined {
  return segmentPattern.exec(file)?.[1];
}

function claimOf({ videoId, rung, name }: Segment, exp: string): Claim {
  return { kind: 'segment', exp, elements: [videoId, rung, name] };
}
