/**
 * The samples of one track of an MP4 (ISO/IEC 14496-12, 8.6 and 8.7), one after the other, from tables that stay bytes: a
 * film of hours has a million samples. Every figure comes from strangers, so all of them are checked against the file.
 */
import { type Box, boxesIn } from '../../media/origin/mp4-boxes.ts';
import { FilmError } from './film-error.ts';

export interface FilmSample {
  /** Of all samples of the track, from 0. */
  place: number;
  offset: number;
  size: number;
  /** Units of the track's timescale. */
  time: number;
  duration: number;
  compositionOffset: number;
  isKey: boolean;
}

/** Sixteen hours at 120 pictures a second. */
const maxSamples = 7_000_000;
const maxSampleBytes = 16 * 1024 * 1024;

interface Table {
  count: number;
  /** A field of an entry. */
  at(entry: number, field: number): number;
}

export class SampleTable {
  readonly count: number;
  /** Some samples have no bytes. */
  hasEmpty = false;
  readonly #sizes: { uniform: number; at(sample: number): number };
  readonly #times: Table;
  readonly #offsets: Table | undefined;
  readonly #chunks: Table;
  readonly #runs: Table;
  readonly #keys: Table | undefined;
  readonly #fileSize: number;

  /** @param stbl in the bytes of the movie box. @throws FilmError. */
  constructor(bytes: Buffer, stbl: Box, fileSize: number) {
    const boxes = new Map([...boxesIn(bytes, stbl.content, stbl.end)].map((box) => [box.type, box]));
    const table = (type: string, fields: number, width = 4) => {
      const box = boxes.get(type);
      return box && tableOf(bytes, box, { fields, width });
    };
    const needed = (found: Table | undefined) => {
      if (found === undefined) throw new FilmError('damaged', 'A table of samples is missing');
      return found;
    };
    this.#fileSize = fileSize;
    this.#times = needed(table('stts', 2));
    this.#offsets = table('ctts', 2);
    this.#chunks = boxes.has('co64') ? needed(table('co64', 1, 8)) : needed(table('stco', 1));
    this.#runs = needed(table('stsc', 3));
    this.#keys = table('stss', 1);
    const stsz = boxes.get('stsz');
    if (stsz === undefined || stsz.content + 12 > stsz.end) throw new FilmError('damaged', 'No sizes');
    const uniform = bytes.readUInt32BE(stsz.content + 4);
    this.count = bytes.readUInt32BE(stsz.content + 8);
    const start = stsz.content + 12;
    if (uniform === 0 && start + this.count * 4 > stsz.end) throw new FilmError('damaged', 'Sizes end early');
    if (this.count > maxSamples) throw new FilmError('too-long');
    this.#sizes = { uniform, at: (sample) => uniform || bytes.readUInt32BE(start + sample * 4) };
    this.#checkBytes();
  }

  /** Units of the track's timescale. */
  get duration(): number {
    let sum = 0;
    for (let entry = 0; entry < this.#times.count; entry += 1)
      sum += this.#times.at(entry, 0) * this.#times.at(entry, 1);
    return sum;
  }

  *[Symbol.iterator](): Generator<FilmSample> {
    const times = runLength(this.#times);
    const offsets = this.#offsets && runLength(this.#offsets);
    let [time, sample, run, key] = [0, 0, 0, 0];
    for (let chunk = 0; chunk < this.#chunks.count && sample < this.count; chunk += 1) {
      while (run + 1 < this.#runs.count && this.#runs.at(run + 1, 0) <= chunk + 1) run += 1;
      const inChunk = this.#runs.at(run, 1);
      let offset = this.#chunks.at(chunk, 0);
      for (let index = 0; index < inChunk && sample < this.count; index += 1) {
        const size = this.#sizes.at(sample);
        if (offset + size > this.#fileSize) throw new FilmError('truncated');
        const duration = times() ?? 0;
        // Signed by version 1 alone; encoders write negative ones under version 0 too, and no real one is that large.
        const compositionOffset = (offsets?.() ?? 0) | 0;
        while (this.#keys && key < this.#keys.count && this.#keys.at(key, 0) < sample + 1) key += 1;
        const isKey =
          this.#keys === undefined || (key < this.#keys.count && this.#keys.at(key, 0) === sample + 1);
        yield { place: sample, offset, size, time, duration, compositionOffset, isKey };
        offset += size;
        time += duration;
        sample += 1;
      }
    }
    if (sample < this.count) throw new FilmError('damaged', 'There are fewer samples than sizes');
  }

  /** Samples may not share bytes, or a small file would become a huge one. */
  #checkBytes() {
    let sum = 0;
    for (let sample = 0; sample < this.count; sample += 1) {
      const size = this.#sizes.at(sample);
      if (size > maxSampleBytes) throw new FilmError('damaged', 'A sample is too large');
      if (size === 0) this.hasEmpty = true;
      sum += size;
      if (sum > this.#fileSize) throw new FilmError('truncated');
    }
  }
}

function tableOf(bytes: Buffer, box: Box, { fields, width }: { fields: number; width: number }): Table {
  if (box.content + 8 > box.end) throw new FilmError('damaged', 'A table ends early');
  const count = bytes.readUInt32BE(box.content + 4);
  const start = box.content + 8;
  if (start + count * fields * width > box.end) throw new FilmError('damaged', 'A table ends early');
  const at = (entry: number, field: number) => {
    const position = start + (entry * fields + field) * width;
    return width === 8 ? Number(bytes.readBigUInt64BE(position)) : bytes.readUInt32BE(position);
  };
  return { count, at };
}

/** Entries of a count and a value. */
function runLength(table: Table): () => number | undefined {
  let [entry, used] = [0, 0];
  return () => {
    while (entry < table.count && used >= table.at(entry, 0)) {
      entry += 1;
      used = 0;
    }
    if (entry >= table.count) return undefined;
    used += 1;
    return table.at(entry, 1);
  };
}
