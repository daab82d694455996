/** Short films of the repository, drawn by scripts/make-films.sh: tests that only need a film need no ffmpeg. */
import { readFileSync } from 'node:fs';

const folder = new URL('films/', import.meta.url);

export const testFilm = (name: string): Buffer => readFileSync(new URL(name, folder));

/** The film with a `free` box (ISO/IEC 14496-12, 8.1.2) behind it, which every player skips. */
export function paddedTo(size: number, film: Buffer): Buffer {
  const box = Buffer.alloc(size - film.length);
  box.writeUInt32BE(box.length);
  box.write('free', 4);
  return Buffer.concat([film, box]);
}
