/**
 * Reads and changes the few boxes of fragmented MP4 (ISO/IEC 14496-12) that hold the times of a segment. It finds
 * their offsets once, so that a shift in time is a copy and a few writes.
 * Not a general parser: it skips all other boxes.
 * `scripts/demo-film` checks its film with this reader, and the everyday check does not compile that folder.
 */
export interface Box {
  type: string;
  start: number;
  /** The start of the content, after size and type. */
  content: number;
  end: number;
}

/** The offsets of a segment's decode times and fragment numbers, and their values. */
export interface TimingFields {
  times: { offset: number; value: bigint; timescale: number }[];
  sequenceNumbers: { offset: number; value: number }[];
}

/** Track id -> units per second, from an initialization segment. */
export function readTimescales(init: Buffer): Map<number, number> {
  const timescales = new Map<number, number>();
  for (const track of findBoxes(init, 'moov', 'trak')) {
    const header = firstBox(init, track, 'tkhd');
    const mediaHeader = firstBox(init, firstBox(init, track, 'mdia'), 'mdhd');
    timescales.set(afterTwoTimes(init, header), afterTwoTimes(init, mediaHeader));
  }
  return timescales;
}

/** @throws when a time has only 32 bits: those overflow within days, and a larger box would move the media. */
export function readTimingFields(segment: Buffer, timescales: ReadonlyMap<number, number>): TimingFields {
  const fields: TimingFields = { times: [], sequenceNumbers: [] };
  for (const index of findBoxes(segment, 'sidx')) {
    const timescale = segment.readUInt32BE(index.content + 8);
    fields.times.push(timeField(segment, index, index.content + 12, timescale));
  }
  for (const fragment of findBoxes(segment, 'moof')) {
    const offset = firstBox(segment, fragment, 'mfhd').content + 4;
    fields.sequenceNumbers.push({ offset, value: segment.readUInt32BE(offset) });
    for (const track of boxesIn(segment, fragment.content, fragment.end)) {
      if (track.type !== 'traf') continue;
      const trackId = segment.readUInt32BE(firstBox(segment, track, 'tfhd').content + 4);
      const timescale = timescales.get(trackId);
      if (timescale === undefined) throw new Error(`Track ${trackId} is not in the initialization segment`);
      const time = firstBox(segment, track, 'tfdt');
      fields.times.push(timeField(segment, time, time.content + 4, timescale));
    }
  }
  return fields;
}

/** A copy of the segment that plays `seconds` later, with fragment numbers that are `fragments` higher. */
export function shiftSegment(
  segment: Buffer,
  fields: TimingFields,
  by: { seconds: number; fragments: number },
): Buffer {
  const shifted = Buffer.from(segment);
  for (const { offset, value, timescale } of fields.times) {
    shifted.writeBigUInt64BE(value + BigInt(by.seconds * timescale), offset);
  }
  for (const { offset, value } of fields.sequenceNumbers) {
    shifted.writeUInt32BE((value + by.fragments) % 2 ** 32, offset);
  }
  return shifted;
}

function timeField(segment: Buffer, box: Box, offset: number, timescale: number) {
  if (segment.readUInt8(box.content) !== 1)
    throw new Error(`The ${box.type} box must have version 1 (64 bits)`);
  return { offset, value: segment.readBigUInt64BE(offset), timescale };
}

/** In tkhd and mdhd the number (track id, timescale) follows two timestamps of 32 or 64 bits. */
function afterTwoTimes(buffer: Buffer, box: Box): number {
  const timeBytes = buffer.readUInt8(box.content) === 1 ? 8 : 4;
  return buffer.readUInt32BE(box.content + 4 + 2 * timeBytes);
}

export function findBoxes(buffer: Buffer, ...path: string[]): Box[] {
  let found: Box[] = [{ type: 'file', start: 0, content: 0, end: buffer.length }];
  for (const type of path) {
    found = found.flatMap((parent) =>
      [...boxesIn(buffer, parent.content, parent.end)].filter((box) => box.type === type),
    );
  }
  return found;
}

export function firstBox(buffer: Buffer, parent: Box, type: string): Box {
  for (const box of boxesIn(buffer, parent.content, parent.end)) {
    if (box.type === type) return box;
  }
  throw new Error(`There is no ${type} box in ${parent.type}`);
}

/** @returns undefined: there is none. */
export function childOf(buffer: Buffer, parent: Box, type: string): Box | undefined {
  for (const box of boxesIn(buffer, parent.content, parent.end)) if (box.type === type) return box;
  return undefined;
}

export function* boxesIn(buffer: Buffer, start: number, end: number): Generator<Box> {
  let at = start;
  while (at < end) {
    let size = buffer.readUInt32BE(at);
    let content = at + 8;
    if (size === 1) {
      size = Number(buffer.readBigUInt64BE(content));
      content += 8;
    } else if (size === 0) {
      size = end - at; // the last box may simply run to the end
    }
    if (at + size < content || at + size > end) throw new Error('A box does not fit into the one around it');
    yield { type: buffer.toString('latin1', at + 4, at + 8), start: at, content, end: at + size };
    at += size;
  }
}
