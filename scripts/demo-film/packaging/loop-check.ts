import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { boxesIn, readTimescales, readTimingFields } from '../../../server/src/media/origin/mp4-boxes.ts';
import { LOOP_SECONDS } from '../stage/tracks.ts';

interface Run {
  start: number;
  length: number;
}

/** The content of the boxes on a path, for example `moof/traf/tfhd`. */
function contents(bytes: Buffer, path: string): Buffer[] {
  let found = [bytes];
  for (const type of path.split('/')) {
    found = found.flatMap((parent) =>
      [...boxesIn(parent, 0, parent.length)]
        .filter((box) => box.type === type)
        .map((box) => parent.subarray(box.content, box.end)),
    );
  }
  return found;
}

/** Start and length of every track's run in a segment, in units of its timescale (ISO/IEC 14496-12, 8.8). */
function runsIn(segment: Buffer): Map<number, Run> {
  const runs = new Map<number, Run>();
  for (const track of contents(segment, 'moof/traf')) {
    const [header] = contents(track, 'tfhd');
    const [time] = contents(track, 'tfdt');
    const [samples] = contents(track, 'trun');
    if (!header || !time || !samples) throw new Error('A track fragment lacks tfhd, tfdt or trun');
    // ffmpeg writes one default duration for the fragment, after track id; none of the fields before it is used.
    const flags = header.readUInt32BE(0) & 0xffffff;
    const ownDurations = (samples.readUInt32BE(0) & 0x100) !== 0;
    if ((flags & 0x0b) !== 0x08 || ownDurations)
      throw new Error('A fragment does not use one duration for all');
    const length = header.readUInt32BE(8) * samples.readUInt32BE(4);
    runs.set(header.readUInt32BE(4), { start: Number(time.readBigUInt64BE(4)), length });
  }
  return runs;
}

/**
 * Whether a rung can follow itself for ever: 64-bit times, no edit list, no gap between segments, and every
 * track exactly as long as the loop. Throws otherwise; answers the sizes of the segments.
 */
export async function checkRung(folder: string): Promise<number[]> {
  const init = await readFile(join(folder, 'init.mp4'));
  if (contents(init, 'moov/trak/edts').length > 0)
    throw new Error('The initialization segment has an edit list');
  const timescales = readTimescales(init);
  const ends = new Map([...timescales.keys()].map((track) => [track, 0]));
  const names = (await readdir(folder)).filter((name) => name.endsWith('.m4s'));
  const sizes: number[] = [];
  for (let index = 0; index < names.length; index += 1) {
    const segment = await readFile(join(folder, `${index}.m4s`));
    readTimingFields(segment, timescales);
    const runs = runsIn(segment);
    for (const [track, end] of ends) {
      const run = runs.get(track);
      if (run?.start !== end)
        throw new Error(`Track ${track} of segment ${index} starts at ${run?.start}, not ${end}`);
      ends.set(track, run.start + run.length);
    }
    sizes.push(segment.length);
  }
  for (const [track, timescale] of timescales) {
    const end = ends.get(track);
    if (end !== LOOP_SECONDS * timescale)
      throw new Error(`Track ${track} ends at ${end} of ${timescale} per second`);
  }
  return sizes;
}
