/** Changes the movie box of a test film, as editors, phones and cameras write theirs. It stands behind the media. */
import { type Box, boxesIn } from '../../src/media/origin/mp4-boxes.ts';

interface Edit {
  seconds: number;
  /** In seconds of the film; undefined: an empty edit. */
  from?: number;
  rate?: number;
}

interface Track {
  kind: string;
  scale: number;
}

const containers = new Set(['moov', 'trak', 'mdia', 'minf', 'stbl', 'edts']);

/** @param change returns the bytes to write instead of a box; undefined leaves it as it is. */
function rewrite(film: Buffer, change: (box: Box, track: Track) => Buffer | undefined): Buffer {
  const copy = (one: Box, track: Track): Buffer => {
    const changed = change(one, track);
    if (changed !== undefined) return changed;
    if (!containers.has(one.type)) return film.subarray(one.start, one.end);
    const inside = one.type === 'trak' ? trackOf(film, one) : track;
    return box(one.type, ...[...boxesIn(film, one.content, one.end)].map((child) => copy(child, inside)));
  };
  const parts = [...boxesIn(film, 0, film.length)].map((one) => copy(one, { kind: '', scale: 1 }));
  return Buffer.concat(parts);
}

/** The edits of the picture, and of the sound. */
export function withEdits(film: Buffer, ...edits: Edit[]): Buffer {
  return rewrite(film, (one, { scale }) => {
    if (one.type !== 'elst') return undefined;
    // The first picture is shown later than it is decoded; the list that stands there says by how much.
    const offset = film.readInt32BE(one.content + 12);
    const rows = edits.map(({ seconds, from, rate = 1 }) =>
      u32(seconds * 1000, from === undefined ? -1 : Math.round(from * scale) + offset, rate * 0x1_0000),
    );
    return box('elst', u32(0, edits.length), ...rows);
  });
}

/** Composition offsets from the first picture's on, so that some are negative, in a table that does not say so. */
export function withSignedOffsets(film: Buffer): Buffer {
  return rewrite(film, ({ type, start, content, end }, { kind }) => {
    const table = Buffer.from(film.subarray(start, end));
    if (type === 'elst' && kind === 'vide') table.writeInt32BE(0, content - start + 12);
    else if (type !== 'ctts') return undefined;
    else
      for (let at = content - start + 12; at < table.length; at += 8)
        table.writeInt32BE(table.readUInt32BE(at) - film.readUInt32BE(content + 12), at);
    return table;
  });
}

/** These pictures have no bytes. They are the last of their chunks, so that no other one moves. */
export function withEmptyPictures(film: Buffer, count: number): Buffer {
  return rewrite(film, ({ type, start, content, end }, { kind }) => {
    if (type !== 'stbl' || kind !== 'vide') return undefined;
    const tables = new Map([...boxesIn(film, content, end)].map((table) => [table.type, table.content]));
    const [runs = 0, sizes = 0] = [tables.get('stsc'), tables.get('stsz')];
    const changed = Buffer.from(film.subarray(start, end));
    let [sample, run] = [0, 0];
    for (let chunk = 1, left = count; left > 0; chunk += 1) {
      while (run + 1 < film.readUInt32BE(runs + 4) && film.readUInt32BE(runs + 20 + run * 12) <= chunk)
        run += 1;
      sample += film.readUInt32BE(runs + 12 + run * 12);
      if (sample % 50 < 10) continue;
      changed.writeUInt32BE(0, sizes - start + 12 + (sample - 1) * 4);
      left -= 1;
    }
    return changed;
  });
}

/** Offsets of 64 bits, as in films above 4 GB. */
export function withLongOffsets(film: Buffer): Buffer {
  return rewrite(film, ({ type, content, end }) => {
    if (type !== 'stco') return undefined;
    const offsets = Array.from({ length: (end - content - 8) / 4 }, (_, index) =>
      u32(0, film.readUInt32BE(content + 8 + index * 4)),
    );
    return box('co64', film.subarray(content, content + 8), ...offsets);
  });
}

/** A phone that was held upright. */
export function turned(film: Buffer): Buffer {
  return rewrite(film, ({ type, start, content, end }) => {
    if (type !== 'tkhd') return undefined;
    const header = Buffer.from(film.subarray(start, end));
    u32(0, 0x1_0000, 0, -0x1_0000, 0).copy(header, content - start + 40);
    return header;
  });
}

function trackOf(film: Buffer, { content }: Box): Track {
  const [handler, header] = [film.indexOf('hdlr', content), film.indexOf('mdhd', content)];
  return { kind: film.toString('latin1', handler + 12, handler + 16), scale: film.readUInt32BE(header + 16) };
}

function box(type: string, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  return Buffer.concat([u32(content.length + 8), Buffer.from(type, 'latin1'), content]);
}

function u32(...values: number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4);
  for (const [index, value] of values.entries()) bytes.writeUInt32BE(Math.round(value) >>> 0, index * 4);
  return bytes;
}
