import { boxesIn } from '../../../server/src/media/origin/mp4-boxes.ts';

const CONTAINERS = new Set(['moov', 'trak', 'mdia', 'minf', 'stbl']);
/** Edit lists move a track in time, which a loop must not do twice; `udta` names the tool that wrote the file. */
const DROPPED = new Set(['edts', 'udta']);

/** The initialization segment without edit lists and notes. */
export function cleanInit(init: Buffer, start = 0, end = init.length): Buffer {
  const parts: Buffer[] = [];
  for (const box of boxesIn(init, start, end)) {
    if (DROPPED.has(box.type)) continue;
    if (!CONTAINERS.has(box.type)) {
      parts.push(init.subarray(box.start, box.end));
      continue;
    }
    const content = cleanInit(init, box.content, box.end);
    const header = Buffer.from(init.subarray(box.start, box.content));
    header.writeUInt32BE(header.length + content.length, 0);
    parts.push(header, content);
  }
  return Buffer.concat(parts);
}

/** RFC 6381: profile, constraints and level of the picture from its avcC box; the sound is AAC-LC. */
export function codecsOf(init: Buffer): string {
  const at = init.indexOf('avcC', 0, 'latin1');
  if (at < 0) throw new Error('There is no avcC box');
  return `avc1.${init.toString('hex', at + 5, at + 8).toUpperCase()},mp4a.40.2`;
}
