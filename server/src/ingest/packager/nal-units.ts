/** What the codecs made of NAL units share: H.264 and HEVC. */

/** The units as they stand in a sample, each with its length before it. */
export function withLengths(units: readonly Buffer[]): Buffer {
  return Buffer.concat(
    units.flatMap((unit) => {
      const length = Buffer.alloc(4);
      length.writeUInt32BE(unit.length);
      return [length, unit];
    }),
  );
}

/** A picture is at most 8K, so that a hostile size reaches no player. */
const [minEdge, maxEdge] = [16, 8192];

export function isShownSize(width: number, height: number): boolean {
  return Math.min(width, height) >= minEdge && Math.max(width, height) <= maxEdge;
}
